/// An event of the simulation at a time in the future.
struct FleetEvent: Comparable, Sendable {
  enum Kind: Sendable {
    case start
    /// An alarm or a threshold, if this appointment is still valid.
    case wake(UInt32)
    case arrival
    case answer(SimulatedCollector.Answer)
  }

  let time: Int64
  /// The order of planning, so that a run is repeatable.
  let order: Int
  let worker: Int
  let kind: Kind

  static func < (a: FleetEvent, b: FleetEvent) -> Bool { (a.time, a.order) < (b.time, b.order) }
  static func == (a: FleetEvent, b: FleetEvent) -> Bool { a.order == b.order }
}
