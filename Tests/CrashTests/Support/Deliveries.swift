import Foundation

/// All requests that a server received from one folder, as `journalworkload` recorded them.
struct Deliveries {
  /// A request as it arrived.
  struct Request: Decodable {
    var key: String
    var body: String
    var events: [NumberedEvent]
    var foreign: [String]
    var isAlone: Bool
  }

  /// An event, identified by its numbers.
  struct NumberedEvent: Decodable, Hashable {
    var run: Int
    var thread: Int
    var number: Int
  }

  /// A recording thread.
  struct Source: Hashable {
    var run: Int
    var thread: Int
  }

  private(set) var requests = 0
  private(set) var repeated = 0
  /// The numbers of the events, each once, in the order of first arrival.
  private(set) var numbers: [Source: [Int]] = [:]
  /// The violations as sentences.
  private(set) var faults: [String] = []
  private var batches: [String: Request] = [:]
  private var keys: [NumberedEvent: String] = [:]

  /// The number of distinct events.
  var events: Int { keys.count }

  init(path: String) {
    let lines = (FileManager.default.contents(atPath: path) ?? Data()).split(
      separator: UInt8(ascii: "\n"))
    let decoder = JSONDecoder()
    for line in lines {
      // An incomplete line was never answered: its sender was killed while it was written.
      if let request = try? decoder.decode(Request.self, from: line) { add(request) }
    }
  }

  func contains(_ event: NumberedEvent) -> Bool { keys[event] != nil }

  private mutating func add(_ request: Request) {
    requests += 1
    if !request.foreign.isEmpty { faults.append("nobody recorded \(request.foreign.prefix(2))") }
    if !request.isAlone { faults.append("two processes deliver at the same time") }
    if let before = batches[request.key] {
      repeated += 1
      if before.body != request.body || before.events != request.events {
        faults.append("the key \(request.key) came with two bodies")
      }
      return
    }
    batches[request.key] = request
    for event in request.events {
      if let key = keys.updateValue(request.key, forKey: event) {
        faults.append("\(event) came with the keys \(key) and \(request.key)")
      }
      numbers[Source(run: event.run, thread: event.thread), default: []].append(event.number)
    }
  }
}
