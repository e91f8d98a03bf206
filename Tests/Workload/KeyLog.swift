import Cairn
import CairnExperiments

/// A server that accepts every report, and records its key and the event's identifier.
struct KeyLog: Destination {
  let name = "keys"
  private let channel: Channel

  init(_ channel: Channel) { self.channel = channel }

  func deliver(_ batch: Batch) async -> Outcome {
    for event in batch.events.compactMap({ DecodedEvent($0) }) {
      if let report = ExperimentReport(event) { channel.write("\(report.key) \(event.id)") }
    }
    return .accepted
  }
}
