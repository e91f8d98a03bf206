/// Counts interactions, group by group.
///
/// A value: the same interactions in the same order give the same metrics, whenever and wherever they are counted.
public struct Aggregator: Sendable {
  /// What was counted so far, in the order in which each group began.
  public private(set) var metrics: [ContentMetrics] = []
  private var places: [ContentGroup: Int] = [:]

  /// Makes one that has counted nothing.
  public init() {}

  /// Counts these.
  public init(_ interactions: some Sequence<ContentInteraction>) {
    for interaction in interactions { add(interaction) }
  }

  /// Counts one more.
  public mutating func add(_ interaction: ContentInteraction) {
    if let place = places[interaction.group] {
      metrics[place].add(interaction)
    } else {
      places[interaction.group] = metrics.count
      metrics.append(ContentMetrics(interaction))
    }
  }
}
