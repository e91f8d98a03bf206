/// The effects of a loss of power on a disk.
///
/// Each sector that was written since the last sync of its file has its old content, or that of any
/// of the writes. The file has the length that reached the disk, or the one that it had in memory.
/// Sectors that were never written have zeros, or the content of a removed file. Each change of
/// names is there or not.
extension DiskImage {
  /// The number of combinations of the content of unwritten sectors and the file's length.
  private static let fillings = 4

  /// The number of possible states of each uncertain part, in a fixed order.
  package var powerChoices: [Int] {
    var choices: [Int] = []
    for file in pendingFiles {
      choices += file.versions.map { $0.count + 1 }
      choices.append(file.grows ? Self.fillings : 1)
    }
    return choices + pendingNames.map { _ in 2 }
  }

  /// Returns the disk after power is restored, with one pick for each of `powerChoices`.
  package func afterPowerLoss(_ picks: [Int]) -> DiskImage {
    var picks = picks[...]
    var image = self
    image.files = files.mapValues { DiskFile($0.durable) }
    for pending in pendingFiles {
      let chosen = picks.prefix(pending.versions.count)
      picks = picks.dropFirst(pending.versions.count)
      let filling = picks.popFirst() ?? 0
      image.files[pending.number] = DiskFile(settle(pending, Array(chosen), filling))
    }
    for entry in pendingNames {
      if picks.popFirst() == 1 {
        image.apply(entry)
      } else if let move = entry.move {
        image.undo(move)
      }
    }
    image.names = image.durableNames
    image.pendingNames = []
    image.discard(keeping: [])
    return image
  }

  /// Returns a random pick for each of `powerChoices`.
  ///
  /// In a third of the calls, all picks are the first choice, or all are the last.
  package func powerPicks(_ dice: inout Dice) -> [Int] {
    let mode = dice.below(6)
    return powerChoices.map { count in
      switch mode {
      case 0: 0
      case 1: count - 1
      case 2: dice.hits(900) ? count - 1 : dice.below(count)
      case 3: dice.hits(900) ? 0 : dice.below(count)
      default: dice.below(count)
      }
    }
  }

  private struct Pending {
    var number: Int
    var file: DiskFile
    /// Indices in `file.pending`, by sector, and for each sector in the order of the writes.
    var versions: [[Int]]
    var grows: Bool
  }

  private var pendingFiles: [Pending] {
    files.filter { $0.value.isPending }.sorted { $0.key < $1.key }.map { number, file in
      var versions: [[Int]] = []
      var places: [Int: Int] = [:]
      for (number, sector) in file.pending.enumerated() {
        if sector.count == 1, let place = places[sector.index] {
          versions[place].append(number)
        } else {
          if sector.count == 1 { places[sector.index] = versions.count }
          versions.append([number])
        }
      }
      return Pending(
        number: number, file: file, versions: versions,
        grows: file.cache.count > file.durable.count)
    }
  }

  private func settle(_ pending: Pending, _ picks: [Int], _ filling: Int) -> PagedBytes {
    let (keepsLength, isStale) = (filling & 1 == 1, filling & 2 == 2)
    let chosen = zip(pending.versions, picks).compactMap { versions, pick in
      pick > 0 ? versions[pick - 1] : nil
    }.sorted().map { pending.file.pending[$0] }
    var bytes = pending.file.durable
    let reached =
      chosen.map {
        min($0.size, ($0.index + $0.count) * PagedBytes.sector)
      }.max() ?? 0
    let size = max(bytes.count, keepsLength ? pending.file.cache.count : reached)
    let known = bytes.sectorCount
    bytes.resize(to: size)
    if isStale {
      for index in known..<max(known, bytes.sectorCount) {
        bytes[sector: index] = stale(sector: index, of: pending.number)
      }
    }
    for sector in chosen {
      for index in sector.index..<sector.index + sector.count {
        bytes[sector: index] = sector.bytes
      }
    }
    return bytes
  }

  private func stale(sector: Int, of file: Int) -> [UInt8] {
    guard !removed.isEmpty else { return [UInt8](repeating: 0xA5, count: PagedBytes.sector) }
    let source = removed[(file + sector / 4) % removed.count]
    return source[sector: source.sectorCount == 0 ? 0 : (sector + file % 2) % source.sectorCount]
  }
}
