package import Cairn

/// Aggregates the interactions of a batch and logs what the batch contains.
package struct ContentSealer: Sendable {
  private let context: DestinationContext?

  package init(_ context: DestinationContext?) { self.context = context }

  /// Returns the metrics of the events.
  ///
  /// Events that are not interactions with content are skipped.
  package func metrics(of events: [StoredEvent]) -> [ContentMetrics] {
    let interactions = events.compactMap(ContentInteraction.init)
    log(interactions)
    return Aggregator(interactions).metrics
  }

  private func log(_ interactions: [ContentInteraction]) {
    guard let context else { return }
    for interaction in interactions where interaction.milliseconds < context.milliseconds {
      let name = interaction.group.subject.name.uppercased()
      context.report(
        .trace, "content",
        "[BATCH_PROCESSOR] event recovered from disk: \(name), \(interaction.event)")
    }
    for name in ["asset", "experience"] {
      let number = interactions.count { $0.group.subject.name == name }
      if number > 0 {
        context.report(.debug, "content", "[BATCH_PROCESSOR] processing \(number) \(name) events")
      }
    }
  }
}
