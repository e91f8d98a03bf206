/// Aggregates interactions into metrics, one `ContentMetrics` for each group.
///
/// The same interactions in the same order always give the same metrics.
public struct Aggregator: Sendable {
  /// The metrics of each group, in the order in which the groups were first seen.
  public private(set) var metrics: [ContentMetrics] = []
  private var places: [ContentGroup: Int] = [:]

  /// Creates an aggregator without interactions.
  public init() {}

  /// Makes an aggregator of the given interactions.
  public init(_ interactions: some Sequence<ContentInteraction>) {
    for interaction in interactions { add(interaction) }
  }

  /// Adds an interaction to the metrics of its group.
  public mutating func add(_ interaction: ContentInteraction) {
    if let place = places[interaction.group] {
      metrics[place].add(interaction)
    } else {
      places[interaction.group] = metrics.count
      metrics.append(ContentMetrics(interaction))
    }
  }
}
