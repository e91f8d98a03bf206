/// A question about users that did several events in an order.
///
/// A user is at a step when the event of that step happened at the same time as the event of the
/// step before or later, and within the window after the first step. A user is counted once: by the
/// attempt that came furthest, and of those the first. An event counts for one step only, so that a
/// name that occurs twice needs two events. `ActivityUser` defines what a user is.
struct FunnelQuestion: Sendable, Equatable {
  var project: String
  /// The names of the events: 2 to 8.
  var steps: [String]
  /// The period of the first step; later steps may happen after it, within the window.
  var period: Period
  /// The time from the first step to the last, in microseconds.
  var window: Int64
}

/// The answer to a `FunnelQuestion`.
struct Funnel: Sendable, Equatable {
  struct Step: Sendable, Equatable {
    var name: String
    /// The number of users that did this step and all before it.
    var users: Int
    /// The median time from the step before, in microseconds; nil for the first step and without
    /// users.
    var medianTime: Int64?
  }

  var steps: [Step]
}
