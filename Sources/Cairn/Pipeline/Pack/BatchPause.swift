/// Why a batch that failed waits.
package enum BatchPause: Equatable, Sendable {
  /// Nobody asked for it.
  case backOff
  /// The destination asked for it.
  case asked
  /// The destination, with settings of this hash, needs mending.
  case halted(settings: UInt64)

  /// As the cursor keeps it: hashes are odd.
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
