import Foundation

/// The positions that were recorded before the last reset, which are not delivered to destinations
/// for interactions alone.
///
/// They are in a file of their own, because a destination settles the events it gives up on its own
/// executor, or in another launch.
struct ResetBoundary: Sendable {
  /// The magic number `EVJGIV1\0`.
  private static let magic: UInt64 = 0x0031_5649_474A_5645
  private static let slotSize = 16_384
  /// Large enough for some 500 000 lanes.
  private static let mostSlotSize = 16 << 20

  let path: String
  let files: any FileSystem
  let encryption: RecordEncryption

  private func file(_ path: String, _ slotSize: Int) -> PersistedValue {
    PersistedValue(
      path, magic: Self.magic, slotSize: slotSize, files: files, encryption: encryption)
  }

  /// The slot size of the existing file, which is half of its length if it has grown.
  private var currentSlotSize: Int {
    let size = ((try? OpenFile(path, .read, in: files).status().size) ?? 0) / 2
    let isOurs = size > Self.slotSize && size <= Self.mostSlotSize && size & (size - 1) == 0
    return isOurs ? size : Self.slotSize
  }

  /// The stored positions.
  ///
  /// Those whose lane no longer exists are among them until the next reset.
  var places: [PositionRange] {
    var file = file(path, currentSlotSize)
    let stored = file.open(makes: false).first.flatMap {
      try? JSONDecoder().decode([[UInt64]].self, from: Data($0))
    }
    return (stored ?? []).compactMap { numbers in
      guard numbers.count == 3, let first = UInt32(exactly: numbers[1]),
        let last = UInt32(exactly: numbers[2]), first >= 1, first <= last,
        Position.indices.contains(last)
      else { return nil }
      return PositionRange(lane: LaneID(rawValue: numbers[0]), first: first, last: last)
    }
  }

  /// Stores the positions; when it returns nil, they survive the death of the process.
  func keep(_ places: [PositionRange]) -> FileError? {
    var whole = SettledPositions()
    whole.insert(places)
    // Adjacent files become one range.
    let prefixes = whole.prefixes.map { [$0.key.rawValue, 1, UInt64($0.value)] }
    let numbers =
      prefixes + whole.islands.map { [$0.lane.rawValue, UInt64($0.first), UInt64($0.last)] }
    guard let content = try? JSONEncoder().encode(numbers) else { return nil }
    let size = currentSlotSize
    var wanted = Self.slotSize
    while file(path, wanted).capacity < content.count, wanted < Self.mostSlotSize { wanted *= 2 }
    if wanted <= size {
      var file = file(path, size)
      _ = file.open()
      return file.trouble ?? file.store(Array(content))
    }
    return replace(with: Array(content), slotSize: wanted)
  }

  /// Writes a longer file and renames it over the one that is too short.
  private func replace(with content: [UInt8], slotSize: Int) -> FileError? {
    let fresh = path + ".new"
    do throws(FileError) {
      try? files.remove(fresh)
      var file = file(fresh, slotSize)
      _ = file.open()
      if let trouble = file.trouble ?? file.store(content) { return trouble }
      file.close()
      try files.move(fresh, to: path)
      return nil
    } catch {
      return error
    }
  }
}
