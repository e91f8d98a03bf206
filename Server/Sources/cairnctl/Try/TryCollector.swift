import Cairn
import CairnServer
import Foundation

/// The collector of `try`, as a process that is killed and started again.
@available(macOS 14, *)
final class TryCollector: Sendable {
  static let project = "shop"

  let url: String
  private let port: Int
  private let folder: String
  private let process = Locked<TryProcess?>(nil)

  init(port: Int, folder: String) {
    self.port = port
    self.folder = folder
    url = "http://127.0.0.1:\(port)"
  }

  /// Starts it, and waits until it responds.
  func start() async throws {
    let process = try TryProcess(
      ["collect", "--port", "\(port)", "--database", "\(folder)/collector.sqlite"],
      isKilledByInput: true, log: "\(folder)/collector.log"
    ) { _ in }
    self.process.withLock { $0 = process }
    let deadline = ContinuousClock.now + .seconds(30)
    while (try? await get("/health/live")) == nil {
      guard .now < deadline else {
        throw TryFailure("the collector does not answer at \(url); see \(folder)/collector.log")
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  func kill() async {
    let process = process.withLock { state in
      defer { state = nil }
      return state
    }
    await process?.kill(guarded: true)
  }

  /// Sends a batch.
  func send(_ batch: Data) async throws {
    let key = Data("\(Self.project):".utf8).base64EncodedString()
    _ = try await request(
      "/v1/batch", ["Content-Type": "application/json", "Authorization": "Basic \(key)"],
      Array(batch))
  }

  func get(_ path: String) async throws -> Data { try await request(path, [:], nil) }

  private func request(
    _ path: String, _ headers: [String: String], _ body: [UInt8]?
  ) async throws -> Data {
    guard let url = URL(string: url + path) else { throw TryFailure("\(path) is no path") }
    let response = try await AsyncHTTPClientTransport(timeout: 30).send(
      HTTPRequest(
        url: url, method: body == nil ? "GET" : "POST",
        headers: headers.map { ($0.key, $0.value) }, body: body ?? []))
    guard response.status == 200 else {
      throw TryFailure("the collector answered with \(response.status) for \(path)")
    }
    return Data(response.body)
  }
}

/// A part of `try` that did not work.
struct TryFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
