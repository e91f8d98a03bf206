import Foundation
import Logging

/// A file of keys, which is read again when it has changed.
///
/// Each line contains `write`, `read` or `admin`, the SHA-256 of the key in hexadecimal digits, and
/// the project; `*` gives a read key or an admin key access to all projects. The attributes of a
/// write key follow: `rate=10 quota=100000 origins=https://shop.example`. A `#` begins
/// a comment. While the file is not valid, the previous keys stay in effect.
final class KeyFile: Sendable {
  /// The maximum size of the file; a longer file is not valid.
  static let maxBytes = 1 << 20

  private struct State {
    var keys: Keys
    /// The version of the file; nil when it could not be read, so that the next request reads it
    /// again.
    var version: FileVersion?
    /// The last error that was logged.
    var problem: String?
  }

  private let path: String
  private let logger: Logger
  private let state: Locked<State>

  init(_ path: String, logger: Logger) throws(CollectorError) {
    self.path = path
    self.logger = logger
    // The version is read first: a change during the read is then detected at the next request.
    let version = FileVersion(path)
    do throws(KeyFileError) {
      state = Locked(State(keys: try Self.read(path), version: version))
    } catch {
      throw .invalid("the key file \(error) (keysPath)")
    }
  }

  func keys() -> Keys {
    let version = FileVersion(path)
    return state.withLock { state in
      guard !FileVersion.isSame(version, as: state.version) else { return state.keys }
      do throws(KeyFileError) {
        let keys = try Self.read(path)
        if keys != state.keys || state.problem != nil {
          logger.notice("the key file was reloaded", metadata: ["path": "\(path)"])
        }
        (state.keys, state.version, state.problem) = (keys, version, nil)
      } catch {
        state.version = nil
        if state.problem != "\(error)" {
          logger.error(
            "the key file could not be reloaded; the previous keys stay in effect",
            metadata: ["error": "\(error)"])
        }
        state.problem = "\(error)"
      }
      return state.keys
    }
  }

  private static func problem(of error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile?: "does not exist"
    case .fileReadNoPermission?: "may not be read by the user of this process"
    default: "cannot be read"
    }
  }

  private static func read(_ path: String) throws(KeyFileError) -> Keys {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw KeyFileError(path: path, line: nil, problem: problem(of: error))
    }
    guard data.count <= maxBytes else {
      throw KeyFileError(path: path, line: nil, problem: "has more than \(maxBytes) bytes")
    }
    var keys = Keys()
    let lines = String(decoding: data, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      if let problem = add(line, to: &keys) {
        throw KeyFileError(path: path, line: number + 1, problem: problem)
      }
    }
    return keys
  }

  /// Adds the key of a line and returns the line's problem; nil when it is valid.
  private static func add(_ line: Substring, to keys: inout Keys) -> String? {
    let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
    if words.isEmpty { return nil }
    guard words.count == 3 || words.count > 3 && words[0] == "write" else {
      return "must consist of write, read or admin, a digest, and a project"
    }
    let digest = words[1].lowercased()
    guard digest.count == 64, digest.allSatisfy(\.isHexDigit) else {
      return "has no SHA-256 of 64 hexadecimal digits; create one with cairnctl key"
    }
    let project = String(words[2])
    switch (words[0], project) {
    case ("read", "*"): keys.reads[digest] = .allProjects
    case ("read", _): keys.reads[digest] = .project(project)
    case ("admin", "*"): keys.admins[digest] = .allProjects
    case ("admin", _): keys.admins[digest] = .project(project)
    case ("write", "*"): return "has no project; a write key needs one"
    case ("write", _):
      var grant = WriteGrant(project: project)
      for attribute in words[3...] {
        if let problem = grant.add(attribute) { return problem }
      }
      keys.writes[digest] = grant
      keys.origins.formUnion(grant.origins)
    default: return "does not begin with write, read or admin"
    }
    return nil
  }
}

/// The problem of a file of keys, without the keys.
struct KeyFileError: Error, CustomStringConvertible {
  var path: String
  var line: Int?
  var problem: String

  var description: String { "\(path)\(line.map { ":\($0)" } ?? "") \(problem)" }
}
