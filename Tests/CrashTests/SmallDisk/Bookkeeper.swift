import Cairn
import CairnTesting
import Foundation

/// Records events and their receipts.
struct Bookkeeper {
  private static let name = "Event"
  private(set) var recorded = 0
  private(set) var stored: Set<Int> = []
  private(set) var buffered: Set<Int> = []
  private(set) var dropped: Set<Int> = []

  /// Records this number of events, with some hundred bytes each.
  mutating func record(_ number: Int, with analytics: Analytics) async {
    for _ in 0..<number {
      recorded += 1
      switch await Self.receipt(recorded, analytics) {
      case .stored, .buffered(.notDurable): stored.insert(recorded)
      case .buffered: buffered.insert(recorded)
      case .refused: dropped.insert(recorded)
      }
    }
  }

  private static func receipt(_ number: Int, _ analytics: Analytics) async -> Receipt {
    let properties: [String: Value] = [
      "number": .int(number), "filler": .string(String(repeating: "x", count: number * 37 % 700)),
    ]
    do {
      return try await analytics.record(name, properties)
    } catch let error as AnalyticsError {
      return error.receipt
    } catch {
      return .refused(.storageFailed)
    }
  }

  /// Returns the numbers of the events that a destination got, each once.
  static func numbers(_ destination: RecordingDestination) -> [Int] {
    var seen: Set<EventID> = []
    return destination.events.filter { seen.insert($0.id).inserted }.compactMap { event in
      guard event.fields?["event"] as? String == name else { return nil }
      return (event.fields?["properties"] as? [String: Any])?["number"] as? Int
    }
  }
}

/// Launches the SDK on a folder that the test changes.
func launch(on directory: URL, _ destination: RecordingDestination) -> Analytics {
  var configuration = Configuration(writeKey: "test", destinations: [destination])
  configuration.directory = directory
  configuration.instance = "workload"
  configuration.flushAt = 100_000
  configuration.flushInterval = 86_400
  configuration.seams.segmentBytes = 16_384
  configuration.diagnostics = { _ in }
  return Analytics(configuration)
}
