/// The number of unsettled events that a destination accepts, and of others among them, which it
/// will pass over.
package struct PendingEvents: Equatable, Sendable {
  package private(set) var wanted: Int
  package private(set) var others: Int

  /// Counts the events at these positions; those of unknown kind count as wanted.
  package init(
    _ places: [PositionRange], _ interest: EventKindMask, _ interactions: EventKindIndex?
  ) {
    let count = interactions?.count(places) ?? EventKindIndex.Count(unknown: places.total)
    wanted = count.unknown
    if !interest.isInInteractionsAlone { wanted += count.unmarked }
    if interest.contains(.interaction) { wanted += count.marked }
    others = places.total - wanted
  }
}
