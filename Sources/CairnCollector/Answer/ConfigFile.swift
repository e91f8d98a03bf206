import Foundation
import Logging

/// The document of the experiments as a file: what it holds now, or else what it held when it was last in order.
///
/// It is read whenever somebody asks, so that a change holds at once.
final class ConfigFile: Sendable {
  /// What the SDK takes.
  static let mostBytes = 16 << 20

  private struct State {
    var lastGood: Data?
    /// What is wrong with the file, which was said.
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
  func read() -> Data? {
    let bytes = FileManager.default.contents(atPath: path)
    return state.withLock { state in
      if let bytes, bytes == state.lastGood {
        state.complaint = nil
        return bytes
      }
      let complaint = Self.complaint(bytes)
      if complaint == nil { state.lastGood = bytes }
      if let complaint, complaint != state.complaint { log(complaint, state.lastGood != nil) }
      state.complaint = complaint
      return state.lastGood
    }
  }

  private func log(_ complaint: String, _ hasOther: Bool) {
    let rest = hasOther ? "the last good one stays" : "there is none yet"
    logger.warning(
      "the file of the experiments \(complaint); \(rest)", metadata: ["path": "\(path)"])
  }

  /// Why it is no document; nil for one.
  private static func complaint(_ bytes: Data?) -> String? {
    guard let bytes else { return "cannot be read" }
    guard bytes.count <= mostBytes else { return "has more than \(mostBytes) bytes" }
    guard let document = (try? JSONSerialization.jsonObject(with: bytes)) as? [String: Any] else {
      return "is no JSON object"
    }
    if document["error"] != nil { return "holds an error" }
    guard isIdentifier(document["account_id"]) else { return "has no account_id" }
    guard isIdentifier((document["project"] as? [String: Any])?["id"]) else {
      return "has no project.id"
    }
    return nil
  }

  private static func isIdentifier(_ value: Any?) -> Bool {
    if let text = value as? String { return !text.isEmpty }
    return value is NSNumber
  }
}
