package import Cairn

/// Aggregates the interactions of a batch and logs what the batch contains.
package struct ContentSealer: Sendable {
  private let site: DestinationSite?

  package init(_ site: DestinationSite?) { self.site = site }

  /// Returns the metrics of the events.
  ///
  /// Events that are not interactions with content are skipped.
  package func metrics(of events: [StoredEvent]) -> [ContentMetrics] {
    let interactions = events.compactMap(ContentInteraction.init)
    log(interactions)
    return Aggregator(interactions).metrics
  }

  private func log(_ interactions: [ContentInteraction]) {
    guard let site else { return }
    for interaction in interactions where interaction.milliseconds < site.milliseconds {
      let name = interaction.group.subject.name.uppercased()
      site.report(
        .debug, "content",
        "[BATCH_PROCESSOR] event recovered from disk: \(name), \(interaction.event)")
    }
    for name in ["asset", "experience"] {
      let number = interactions.count { $0.group.subject.name == name }
      if number > 0 {
        site.report(.debug, "content", "[BATCH_PROCESSOR] processing \(number) \(name) events")
      }
    }
  }
}
