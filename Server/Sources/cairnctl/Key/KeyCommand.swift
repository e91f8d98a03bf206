import ArgumentParser
import Crypto
import Foundation
import ToolSupport

/// `cairnctl key`: creates a key for `collect --keys`.
struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Create a key for the collector, and add its digest to a key file.",
    discussion: """
      Prints the key, which is not stored and cannot be shown again. A collector that runs with \
      this file accepts the key at once. To revoke a key, remove its line.
      """)

  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case write, read, admin
  }

  @Argument(
    help: """
      The purpose of the key: write (sending events), read (reading them), or admin (also erasing \
      those of a user).
      """)
  var kind: Kind

  @Option(help: "The project; a read or admin key without one is valid for all projects.")
  var project: String?

  @Option(
    help: ArgumentHelp(
      "The key file, created if missing, accessible only to its owner.", valueName: "path")
  )
  var keys: String

  func validate() throws {
    if kind == .write, project == nil { throw ValidationError("a write key needs a --project") }
    let isWord =
      project.map { !$0.isEmpty && !$0.contains { $0.isWhitespace || $0 == "#" } } ?? true
    guard isWord, project != "*" else {
      throw ValidationError("--project must be a word without spaces, # and *")
    }
  }

  func run() throws {
    let key = Self.random()
    let digest = SHA256.hash(data: Data(key.utf8)).map { String(format: "%02x", $0) }.joined()
    try append("\(kind.rawValue) \(digest) \(project ?? "*")\n")
    Terminal.standardOutput.write("\(key)\n")
  }

  /// Returns 256 random bits, in letters that need no escape in a header or a URL.
  private static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  private func append(_ line: String) throws {
    let descriptor = open(keys, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw ValidationError("cannot write \(keys): \(String(cString: strerror(errno)))")
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    // The last line may have no line break.
    let last = FileManager.default.contents(atPath: keys)?.last ?? UInt8(ascii: "\n")
    let end = last == UInt8(ascii: "\n") ? "" : "\n"
    try file.write(contentsOf: Data((end + line).utf8))
    try file.synchronize()
  }
}
