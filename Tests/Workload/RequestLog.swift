import Cairn
import Foundation

/// A destination that records each request before it responds: a server that survives its client.
final class RequestLog: Destination {
  let name: String
  let limits = BatchLimits(events: 50)
  /// The file; nil for a log in memory only.
  private let channel: Channel?
  /// Every nth response is lost; 0 for none.
  private let losing: Int
  /// The duration of a response in milliseconds.
  private let milliseconds: Int
  /// Whether the parent process is told of each request.
  private let announces: Bool
  private let seen = Locked<[Request]>([])

  /// A request as it arrived.
  struct Request: Codable {
    var key: String
    /// The hash of the body.
    var body: String
    /// False when another request arrived before the response to this one.
    var isAlone: Bool
    /// False when its sender never got the response.
    var isAnswered: Bool
    var events: [NumberedEvent]
    /// The unknown events.
    var foreign: [String]
  }

  init(
    _ name: String, _ path: String?, losing: Int, takes milliseconds: Int, announces: Bool
  ) throws {
    self.name = name
    self.announces = announces
    self.milliseconds = milliseconds
    channel = try path.map { try Channel($0) }
    self.losing = losing
  }

  var requests: [Request] { seen.withLock { $0 } }

  func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    Array("BODY\n".utf8) + events.map(\.text).joined(separator: "\n").utf8 + context
  }

  func deliver(_ batch: Batch) async -> Outcome {
    let isAlone = channel?.lock() ?? true
    defer { channel?.unlock() }
    let events = batch.events.map { (NumberedEvent($0), $0.text) }
    let request = seen.withLock { requests in
      let request = Request(
        key: batch.key.uuidString, body: Hex.text(XXH64.hash(batch.body, seed: 0)),
        isAlone: isAlone, isAnswered: losing == 0 || (requests.count + 1) % losing != 0,
        events: events.compactMap(\.0), foreign: events.filter { $0.0 == nil }.map(\.1))
      requests.append(request)
      return request
    }
    if let channel, let line = try? JSONEncoder().encode(request) {
      // The previous line may be incomplete.
      channel.write("\n" + String(decoding: line, as: UTF8.self))
    }
    if announces {
      print("request")
      fflush(nil)
    }
    if milliseconds > 0 {
      let clock = SystemClock()
      // tidy:allow(sleep) a server that takes its time
      try? await clock.sleep(
        untilContinuous: clock.now().continuous + Milliseconds(Int64(milliseconds)))
    }
    return request.isAnswered ? .accepted : .later(afterSeconds: nil, reason: "the answer is lost")
  }
}
