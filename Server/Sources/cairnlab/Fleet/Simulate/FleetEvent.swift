/// Something that will happen at a time.
struct FleetEvent: Comparable, Sendable {
  enum Kind: Sendable {
    case start
    /// An alarm or a threshold, if this appointment still holds.
    case wake(UInt32)
    case arrival
    case answer(SimulatedCollector.Answer)
  }

  let time: Int64
  /// What was planned first comes first, so that a run can be repeated.
  let order: Int
  let worker: Int
  let kind: Kind

  static func < (a: FleetEvent, b: FleetEvent) -> Bool { (a.time, a.order) < (b.time, b.order) }
  static func == (a: FleetEvent, b: FleetEvent) -> Bool { a.order == b.order }
}
