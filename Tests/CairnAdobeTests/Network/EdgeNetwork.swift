import Cairn
import Dispatch
import Foundation
import Testing

/// Adobe's network as its own OpenAPI document describes it, in a process of its own: `edge.py`.
///
/// The document is Adobe's, and no part of this package: it lies beside it, or in the folder that `CAIRN_VENDOR_SCHEMAS`
/// names.
final class EdgeNetwork: Sendable {
  /// A request that arrived, and what became of it.
  struct Seen: Decodable {
    var path: String
    var status: Int
    var body: String
    var answer: String
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let environment = ProcessInfo.processInfo.environment

  static let python: String? = {
    let path = environment["CAIRN_PYTHON"] ?? root.appending(path: ".venv/bin/python3").path()
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()

  static let document: String? = {
    let folder =
      environment["CAIRN_VENDOR_SCHEMAS"] ?? root.appending(path: "../shared/wire/vendor").path()
    let path = folder + "/adobe-edge.openapi.yaml"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  private let process = Process()
  let url: URL

  /// `answers` is JSON; afterwards all is well.
  ///
  /// Returns when it listens.
  init(answers: String = "[]") async throws {
    let python = try #require(Self.python)
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "edge.py")
    let output = Pipe()
    process.executableURL = URL(filePath: python)
    process.arguments = [
      "-W", "ignore", script.path(), try #require(Self.document), answers,
    ]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let handle = output.fileHandleForReading
    let line = await withCheckedContinuation { continuation in
      // The cooperative pool has a thread a core.
      DispatchQueue.global().async { continuation.resume(returning: Self.line(of: handle)) }
    }
    url = try #require(URL(string: "http://127.0.0.1:\(line)"))
  }

  deinit { process.terminate() }

  private static func line(of handle: FileHandle) -> String {
    var line = ""
    while let byte = try? handle.read(upToCount: 1), byte.first != UInt8(ascii: "\n") {
      line += String(decoding: byte, as: UTF8.self)
      if byte.isEmpty { break }
    }
    return line
  }

  func seen() async throws -> [Seen] {
    let request = HTTPRequest(url: url.appending(path: "seen"), method: "GET")
    let response = try await URLSessionTransport().send(request)
    return try JSONDecoder().decode([Seen].self, from: Data(response.body))
  }
}

extension Trait where Self == ConditionTrait {
  static var needsEdgeNetwork: Self {
    .enabled(
      if: EdgeNetwork.python != nil && EdgeNetwork.document != nil,
      "needs Python (Scripts/bootstrap, or CAIRN_PYTHON) and adobe-edge.openapi.yaml (CAIRN_VENDOR_SCHEMAS)"
    )
  }
}
