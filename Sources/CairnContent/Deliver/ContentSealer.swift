package import Cairn

/// Makes the groups of a batch, and says in the log what it is made of.
package struct ContentSealer: Sendable {
  private let site: DestinationSite?

  package init(_ site: DestinationSite?) { self.site = site }

  /// The metrics of these events; events that are no interactions with content are in none.
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
