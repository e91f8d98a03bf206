import Foundation
import Logging

/// The document of the experiments as a file: what it holds now, or else what it held when it was last in order.
///
/// It is read again when it has changed, so a change takes effect at once. All answers share the bytes
/// of one reading, so clients that do not read their answers cost no memory of their own.
final class ConfigFile: Sendable {
  /// What the SDK takes.
  static let mostBytes = 16 << 20

  private struct State {
    var lastGood: TaggedDocument?
    /// The version that was read last.
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

  /// Nil when it was never in order.
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

  /// One byte more than a document may have shows that it has too many.
  private static func bytes(_ path: String, _ version: FileVersion?) -> Data? {
    guard version != nil, let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    return try? file.read(upToCount: mostBytes + 1) ?? Data()
  }

  private func log(_ complaint: String, _ hasOther: Bool) {
    let rest = hasOther ? "the last valid one stays in effect" : "there is none yet"
    logger.warning(
      "the experiments file \(complaint); \(rest)", metadata: ["path": "\(path)"])
  }

  /// Why it is no document; nil for one.
  private static func complaint(_ bytes: Data?) -> String? {
    guard let bytes else { return "cannot be read" }
    guard bytes.count <= mostBytes else { return "has more than \(mostBytes) bytes" }
    guard let document = try? JSONDecoder().decode(Head.self, from: bytes) else {
      return "is not a JSON object"
    }
    if document.holdsError { return "holds an error" }
    if !document.hasAccount { return "has no account_id" }
    return document.hasProject ? nil : "has no project.id"
  }

  /// What makes a document one, to the SDK as well.
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

    /// Text or a number: no other kind of value can be read as one.
    private static func isIdentifier(
      _ name: Name, _ members: KeyedDecodingContainer<Name>
    ) -> Bool {
      if let text = try? members.decode(String.self, forKey: name) { return !text.isEmpty }
      return (try? members.decode(Double.self, forKey: name)) != nil
    }
  }
}
