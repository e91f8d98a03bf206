#if canImport(CryptoKit) || Crypto
import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnPrivacy

#if canImport(Glibc)
import Glibc
#endif

/// Nothing is sealed twice with one key and nonce, even if a process is duplicated.
@Suite(.serialized) struct ForkTests {
  /// Returns the head of a sealed text: the key's identifier, the opening and the number.
  private static func head(_ sealed: [UInt8]) -> [UInt8] {
    Array(sealed[(sealed.count - 40)..<(sealed.count - 16)])
  }

  private static let text: [UInt8] = [1, 2, 3]

  @Test("the key of one opening seals 256 texts at most")
  func openings() throws {
    let cipher = try ChaChaCipher(key: Key.bytes(7))
    let openings = try (0..<600).map { _ in
      Array(Self.head(try Self.seal(cipher)).dropFirst(4).prefix(12))
    }
    let counts = Dictionary(grouping: openings) { $0 }.mapValues(\.count)
    #expect(counts.values.sorted() == [88, 256, 256])
  }

  private static func seal(_ cipher: ChaChaCipher) throws -> [UInt8] {
    try text.withUnsafeBytes { try cipher.seal($0, authenticating: []) }
  }

  #if os(Linux)
  private typealias Fork = @convention(c) () -> pid_t

  /// Returns the texts that a forked process seals with its copy of the cipher.
  private static func forked(_ cipher: ChaChaCipher, _ count: Int) throws -> [[UInt8]] {
    let symbol = try #require(dlsym(nil, "fork"))
    let fork = unsafeBitCast(symbol, to: Fork.self)
    var pipes: [Int32] = [0, 0]
    try #require(pipe(&pipes) == 0)
    let child = fork()
    if child == 0 {
      // A lock that another thread held is never released here: the alarm then ends the process.
      alarm(300)
      for _ in 0..<count {
        guard let sealed = try? seal(cipher) else { _exit(1) }
        _ = sealed.withUnsafeBytes { write(pipes[1], $0.baseAddress, $0.count) }
      }
      _exit(0)
    }
    close(pipes[1])
    defer { close(pipes[0]) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while case let number = read(pipes[0], &buffer, buffer.count), number > 0 {
      bytes += buffer[..<number]
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    try #require(status == 0)
    let size = text.count + ChaChaCipher.overhead
    return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
  }

  @Test("after a fork no two texts have one opening and number", arguments: [0, 1, 300])
  func fork(before: Int) async {
    // A separate process: threads of other tests may hold locks that the child would wait for.
    await #expect(processExitsWith: .success) { [before = before as Int] in
      try ForkTests.sealOnBothSides(before)
    }
  }

  private static func sealOnBothSides(_ before: Int) throws {
    let cipher = try ChaChaCipher(key: Key.bytes(7))
    // Everything that is created at first use exists before the fork.
    var heads: [[UInt8]] = []
    for _ in 0..<max(1, before) { heads.append(head(try seal(cipher))) }
    let theirs = try forked(cipher, 600)
    for _ in 0..<600 { heads.append(head(try seal(cipher))) }
    #expect(theirs.count == 600)
    #expect(Set(heads + theirs.map(head)).count == heads.count + 600)
    for sealed in theirs {
      let opened = sealed.withUnsafeBytes { cipher.open($0, authenticating: []) }
      #expect(opened == .text(text))
    }
  }
  #endif

  @Test("data that an earlier version sealed, with counted numbers, is read")
  func old() throws {
    let sealed = try #require(Self.sealedBefore)
    let cipher = try ChaChaCipher(key: Key.bytes(7))
    for text in sealed {
      #expect(
        text.withUnsafeBytes { cipher.open($0, authenticating: [1, 2, 3]) } == .text([9, 8]))
    }
  }
}

extension ForkTests {
  /// The sealed bytes 9 and 8, with a key of sevens, an opening of 1 to 12 and the numbers 1 and 2.
  fileprivate static var sealedBefore: [[UInt8]]? {
    let texts = [
      "33b11e67ecfc0102030405060708090a0b0c01000000000000000fda1568283d7db77694c214ad3035b4",
      "07e61e67ecfc0102030405060708090a0b0c020000000000000076cc1a98ccb3ec30221182838b2af8fd",
    ]
    return texts.map { text in
      let digits = Array(text.utf8)
      return stride(from: 0, to: digits.count, by: 2).compactMap { place in
        UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16)
      }
    }
  }
}
#endif
