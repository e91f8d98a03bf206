/// The way in which a destination settled an event.
package enum Disposition: Hashable, Sendable {
  case delivered
  case deadLettered
  case filtered
  case dropped(DropReason)
  /// The event could no longer be read.
  case damaged
  /// The event was a dead letter and was replayed; its copy has a disposition of its own.
  case replayed

  /// The two bytes on disk.
  var code: UInt16 {
    switch self {
    case .delivered: 1
    case .deadLettered: 2
    case .filtered: 3
    case .dropped(let reason): 4 | UInt16(truncatingIfNeeded: reason.rawValue) << 8
    case .damaged: 5
    case .replayed: 6
    }
  }

  /// Decodes a disposition; nil when a later version wrote it.
  init?(code: UInt16) {
    switch code {
    case 1: self = .delivered
    case 2: self = .deadLettered
    case 3: self = .filtered
    case 5: self = .damaged
    case 6: self = .replayed
    default:
      guard code & 0xFF == 4, let reason = DropReason(rawValue: Int(code >> 8)) else { return nil }
      self = .dropped(reason)
    }
  }
}
