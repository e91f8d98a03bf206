/// The reason why a failed batch is paused.
package enum BatchPause: Equatable, Sendable {
  /// The back-off of the SDK, without a request of the destination.
  case backOff
  /// The destination requested the pause.
  case asked
  /// The destination is halted until its settings, which have this hash, are changed.
  case halted(settings: UInt64)

  /// The code in the cursor; hashes of settings are odd.
  package var code: UInt64 {
    switch self {
    case .backOff: 0
    case .asked: 2
    case .halted(let settings): settings | 1
    }
  }

  package init(code: UInt64) {
    if code & 1 == 1 {
      self = .halted(settings: code)
    } else {
      self = code == 2 ? .asked : .backOff
    }
  }
}
