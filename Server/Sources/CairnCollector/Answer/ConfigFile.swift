import Foundation
import Logging

/// The document of the experiments in a file: its current content, or the last valid one.
///
/// The file is read again when it has changed, so a change takes effect at once. All responses
/// share the bytes of one read, so clients that do not read their responses cost no additional
/// memory.
final class ConfigFile: Sendable {
  /// The maximum number of bytes that the SDK accepts.
  static let maxBytes = 16 << 20

  private struct State {
    var lastGood: TaggedDocument?
    /// The version of the file that was read last.
    var version: FileVersion?
    /// The problem of the file that was logged.
    var complaint: String?
  }

  private let path: String
  private let logger: Logger
  private let state = Locked(State())

  init(_ path: String, logger: Logger) {
    self.path = path
    self.logger = logger
  }

  /// Returns the document; nil when the file was never valid.
  func read() -> TaggedDocument? {
    let version = FileVersion(path)
    return state.withLock { state in
      guard !FileVersion.isSame(version, as: state.version) else { return state.lastGood }
      let bytes = Self.bytes(path, version)
      let complaint = Self.complaint(bytes)
      if complaint == nil, let bytes, state.lastGood.map({ bytes.elementsEqual($0.bytes) }) != true
      {
        state.lastGood = TaggedDocument(bytes)
      }
      if let complaint, complaint != state.complaint { log(complaint, state.lastGood != nil) }
      (state.complaint, state.version) = (complaint, bytes == nil ? nil : version)
      return state.lastGood
    }
  }

  /// Returns the content, with at most one byte more than allowed, which shows that it is too long.
  private static func bytes(_ path: String, _ version: FileVersion?) -> Data? {
    guard version != nil, let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    return try? file.read(upToCount: maxBytes + 1) ?? Data()
  }

  private func log(_ complaint: String, _ hasOther: Bool) {
    let rest = hasOther ? "the last valid one stays in effect" : "there is none yet"
    logger.warning(
      "the experiments file \(complaint); \(rest)", metadata: ["path": "\(path)"])
  }

  /// Returns the problem of the content; nil when it is a valid document.
  private static func complaint(_ bytes: Data?) -> String? {
    guard let bytes else { return "cannot be read" }
    guard bytes.count <= maxBytes else { return "has more than \(maxBytes) bytes" }
    guard let document = try? JSONDecoder().decode(Head.self, from: bytes) else {
      return "is not a JSON object"
    }
    if document.holdsError { return "holds an error" }
    if !document.hasAccount { return "has no account_id" }
    return document.hasProject ? nil : "has no project.id"
  }

  /// The members that the SDK requires of a document.
  private struct Head: Decodable {
    let holdsError: Bool
    let hasAccount: Bool
    let hasProject: Bool

    private enum Name: String, CodingKey {
      case account = "account_id"
      case error, id, project
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Name.self)
      hasAccount = Self.isIdentifier(.account, members)
      let project = try? members.nestedContainer(keyedBy: Name.self, forKey: .project)
      hasProject = project.map { Self.isIdentifier(.id, $0) } ?? false
      let isNull = !members.contains(.error) || (try? members.decodeNil(forKey: .error)) == true
      holdsError = !isNull && (try? members.decode(Bool.self, forKey: .error)) != false
    }

    /// Returns whether a value is a text or a number, the only kinds that can be an identifier.
    private static func isIdentifier(
      _ name: Name, _ members: KeyedDecodingContainer<Name>
    ) -> Bool {
      if let text = try? members.decode(String.self, forKey: name) { return !text.isEmpty }
      return (try? members.decode(Double.self, forKey: name)) != nil
    }
  }
}
