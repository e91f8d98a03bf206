import Foundation

/// What was recorded before the last reset, and goes to no destination that is for interactions alone.
///
/// It is in a file of its own, because a destination settles what it gives up on a thread of its own, or in another launch.
struct ResetMark: Sendable {
  /// `EVJGIV1\0`.
  private static let magic: UInt64 = 0x0031_5649_474A_5645
  private static let slotSize = 16_384

  let path: String
  let files: any FileSystem
  let vault: Vault

  private var file: KeptFile {
    KeptFile(path, magic: Self.magic, slotSize: Self.slotSize, files: files, vault: vault)
  }

  /// Places whose lane is gone are among them, until the next reset.
  var places: [PositionRange] {
    var file = file
    let stored = file.open(makes: false).first.flatMap {
      try? JSONDecoder().decode([[UInt64]].self, from: Data($0))
    }
    return (stored ?? []).compactMap { numbers in
      guard numbers.count == 3, let first = UInt32(exactly: numbers[1]),
        let last = UInt32(exactly: numbers[2]), first <= last
      else { return nil }
      return PositionRange(lane: LaneID(rawValue: numbers[0]), first: first, last: last)
    }
  }

  /// When it returns, they survive the death of the process.
  func keep(_ places: [PositionRange]) -> FileError? {
    var file = file
    _ = file.open()
    let numbers = places.map { [$0.lane.rawValue, UInt64($0.first), UInt64($0.last)] }
    return file.trouble ?? file.store(numbers)
  }
}
