import Crypto
import Foundation
import Testing

@testable import CairnCollector

@Suite("A session is valid as long as its key, on each collector")
struct PageSessionTests {
  private static let now: Int64 = 1_800_000_000

  private func ring(_ keys: [String: ReadScope]) throws -> KeyRing {
    var configuration = CollectorConfiguration(databasePath: "")
    configuration.readKeys = keys
    return try KeyRing(configuration, logger: .quiet)
  }

  @Test("another collector with the same key accepts a session, and one without the key does not")
  func collectors() throws {
    let keys = try ring(["ONE": .project("shop"), "ALL": .allProjects])
    let one = try #require(PageSession.seal("ONE", keys, now: Self.now))
    let all = try #require(PageSession.seal("ALL", keys, now: Self.now))
    #expect(PageSession.seal("WRONG", keys, now: Self.now) == nil)
    let other = try ring(["ONE": .project("shop")])
    #expect(PageSession.scope(one, other, now: Self.now) == .project("shop"))
    #expect(PageSession.scope(all, other, now: Self.now) == nil)
    #expect(PageSession.scope(all, keys, now: Self.now) == .allProjects)
    // The scope is that of now, not that of the sign-in.
    let wider = try ring(["ONE": .allProjects])
    #expect(PageSession.scope(one, wider, now: Self.now) == .allProjects)
  }

  @Test("a session ends after its time, which cannot be changed")
  func expiry() throws {
    let keys = try ring(["KEY": .allProjects])
    let session = try #require(PageSession.seal("KEY", keys, now: Self.now))
    let end = Self.now + PageSession.seconds
    #expect(PageSession.scope(session, keys, now: end - 1) == .allProjects)
    #expect(PageSession.scope(session, keys, now: end) == nil)
    let longer = session.replacing("\(end).", with: "\(end + 1).")
    #expect(longer != session && PageSession.scope(longer, keys, now: Self.now) == nil)
  }

  @Test("a session does not contain the key, and cannot be made from the contents of the key file")
  func secrets() throws {
    let keys = try ring(["SECRET-KEY": .allProjects])
    let session = try #require(PageSession.seal("SECRET-KEY", keys, now: Self.now))
    #expect(!session.contains("SECRET") && !session.contains("U0VDUkVU"))
    // Sealed by somebody who knows the digest: what is inside must be the key itself.
    let digest = Keys.digest("SECRET-KEY")
    let secret = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: Data(digest.utf8)), info: Data("cairn pages".utf8),
      outputByteCount: 32)
    let end = Self.now + 100
    let box = try ChaChaPoly.seal(
      Data(digest.utf8), using: secret, authenticating: Data("cairn session 1 \(end)".utf8))
    let forged = box.combined.base64EncodedString().replacing("+", with: "-")
      .replacing("/", with: "_").replacing("=", with: "")
    #expect(PageSession.scope("\(end).\(digest.prefix(16)).\(forged)", keys, now: Self.now) == nil)
  }

  @Test(
    "a malformed session is not accepted",
    arguments: [
      "", ".", "..", "1.2.3", "9999999999..", "9999999999.0123456789abcdef.!!!",
      "9999999999.0123456789abcdef.", "9999999999.0123456789abcdef.QUJD",
      "99999999999999999999.0123456789abcdef.QUJD", String(repeating: "a", count: 10_000),
    ])
  func malformed(text: String) throws {
    let keys = try ring(["KEY": .allProjects])
    #expect(PageSession.scope(text, keys, now: Self.now) == nil)
    let session = try #require(PageSession.seal("KEY", keys, now: Self.now))
    // The last character has bits that mean nothing.
    let tag = session.index(session.endIndex, offsetBy: -5)
    let changed = session[..<tag] + (session[tag] == "A" ? "B" : "A") + session[tag...].dropFirst()
    #expect(PageSession.scope(String(changed), keys, now: Self.now) == nil)
  }
}
