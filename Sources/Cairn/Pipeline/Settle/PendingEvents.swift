/// What a destination has not settled: what it is for, and what lies among it for others and will be passed over.
package struct PendingEvents: Equatable, Sendable {
  package private(set) var wanted: Int
  package private(set) var others: Int

  /// Of which nothing is known may be wanted.
  package init(_ places: [PositionRange], _ interest: Interest, _ interactions: MarkedPlaces?) {
    let count = interactions?.count(places) ?? MarkedPlaces.Count(unknown: places.total)
    wanted = count.unknown
    if !interest.isInInteractionsAlone { wanted += count.unmarked }
    if interest.contains(.interaction) { wanted += count.marked }
    others = places.total - wanted
  }
}
