import Cairn
import CairnTesting
import CrashSupport
import Foundation

/// A destination that records each request in a file before it responds: a server that survives its
/// client.
struct LogServer: Destination {
  let name = "log"
  let path: String

  /// A request as it arrived.
  struct Request: Codable, Equatable {
    var key: String
    var body: [UInt8]
    var ids: [String]
  }

  func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    Array(events.map(\.text).joined(separator: "\n").utf8) + context
  }

  func deliver(_ batch: Batch) async -> Outcome {
    let request = Request(
      key: batch.key.uuidString, body: batch.body, ids: batch.events.map(\.id.description))
    do {
      let line = try JSONEncoder().encode(request) + Data("\n".utf8)
      if !FileManager.default.fileExists(atPath: path) {
        try Data().write(to: URL(fileURLWithPath: path))
      }
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.seekToEnd()
      try file.write(contentsOf: line)
      try file.close()
      return .accepted
    } catch {
      return .later(afterSeconds: nil, reason: "\(error)")
    }
  }

  func requests() throws -> [Request] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return try data.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Request.self, from: $0)
    }
  }
}

/// Launches the SDK on a real disk, as an app does.
func launch(
  _ scratch: Scratch, files: any FileSystem = PosixFileSystem(), _ server: LogServer? = nil
) -> Analytics {
  var configuration = Configuration(
    writeKey: "test", destinations: [server ?? LogServer(path: scratch.path + "/server.log")])
  configuration.directory = scratch.url
  configuration.flushAt = 1_000
  configuration.flushInterval = 3_600
  configuration.seams.files = files
  return Analytics(configuration)
}
