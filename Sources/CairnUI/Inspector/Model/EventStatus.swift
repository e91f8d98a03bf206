import Cairn

/// The status of one event at each destination.
struct EventStatus: Equatable, Sendable {
  /// The status at one destination.
  struct Row: Identifiable, Equatable, Sendable {
    let destination: String
    /// The state, for a pending event with the problem and the next attempt of its destination.
    let text: String
    /// Whether the destination has the event among its dead letters.
    let isDeadLetter: Bool

    var id: String { destination }
  }

  /// The event; nil when none is watched.
  private(set) var id: EventID?
  private(set) var rows: [Row] = []

  init() {}

  /// Describes a status; nil for an event of which nothing is known any more.
  init(
    of id: EventID, _ status: DeliveryStatus?, _ destinations: [InspectedDestination],
    _ letters: [InspectedDeadLetters]
  ) {
    self.id = id
    for destination in destinations {
      guard let state = status?.destinations[destination.name] else { continue }
      let letter = letters.first { $0.destination == destination.name }?.letters.first {
        $0.id == id
      }
      rows.append(
        Row(
          destination: destination.name, text: Self.text(state, destination, letter),
          isDeadLetter: letter != nil))
    }
  }

  private static func text(
    _ state: DeliveryState, _ destination: InspectedDestination, _ letter: InspectedDeadLetter?
  ) -> String {
    switch state {
    case .pending:
      var text = "\(state), \(destination.state)"
      if let problem = destination.problem { text += ": \(problem)" }
      if let next = destination.nextAttempt { text += "; next attempt \(next)" }
      return text
    case .deadLettered: return "\(state)" + (letter.map { ": \($0.reason)" } ?? "")
    default: return "\(state)"
    }
  }
}
