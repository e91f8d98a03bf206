/// Removal of segments to keep the journal's limit, before all destinations have settled their
/// events.
extension Journal {
  /// The drops that not every cursor has counted yet: of this opening, and of others as of the last
  /// refresh.
  package var drops: [DroppedPlaces] {
    state.withLock { $0.drops.entries + $0.othersDrops.flatMap(\.value) }
  }

  /// Reads the drops of other processes, including those that have ended.
  package func refreshDrops() throws(FileError) {
    let (folder, own, known) = state.withLock {
      ($0.drops.folder, $0.ownRegister, $0.othersDrops)
    }
    var found: [String: [DroppedPlaces]] = [:]
    do throws(FileError) {
      for name in try files.list(folder) where name.hasSuffix(UncountedDrops.suffix) && name != own
      {
        do throws(FileError) {
          found[name] = try UncountedDrops.read(folder + "/" + name, files)
        } catch {
          if StorageProblem(error).passes { throw error }
          // Any other error must not stop delivery.
          found[name] = error.code == FileError.missing ? nil : known[name]
        }
      }
    } catch {
      guard error.code == FileError.missing || error.code == FileError.notDirectory else {
        throw error
      }
    }
    state.withLock { $0.othersDrops = found }
  }

  /// Makes the written drops survive a loss of power; recording calls do not wait for it.
  package func syncDrops() {
    let unsynced = state.withLock { state in
      state.lane.options.windowBytes > 0 ? state.drops.takeUnsynced() : nil
    }
    guard let (file, folders) = unsynced else { return }
    do throws(FileError) {
      try file.sync(.ordered)
      for folder in folders { try files.syncDirectory(folder) }
    } catch {
      state.withLock { $0.drops.remainsUnsynced() }
    }
  }

  /// Forgets drops that every cursor has counted.
  ///
  /// Another process forgets its own drops. If that process has ended, this one removes its file.
  package func forgetDrops(_ counted: Set<DroppedPlaces>) {
    let (folder, others) = state.withLock { state in
      state.drops.remove(counted)
      return (state.drops.folder, state.othersDrops)
    }
    for (name, entries) in others where entries.allSatisfy(counted.contains) {
      let path = folder + "/" + name
      guard let file = try? OpenFile(path, .read, in: files), (try? file.tryLock()) == true,
        let now = try? UncountedDrops.read(path, files), now.allSatisfy(counted.contains)
      else { continue }
      try? files.remove(path)
      state.withLock { _ = $0.othersDrops.removeValue(forKey: name) }
    }
  }

  /// Keeps the segments of these positions, which belong to batches in flight.
  package func pin(_ places: [PositionRange]) {
    state.withLock { $0.pin(places) }
  }

  /// The segments that are kept for batches in flight.
  package var pinned: Set<SegmentName> { state.withLock { $0.pinned } }

  /// The segments that could not be removed; recording calls try them again only after all others,
  /// or when another call has reset the set.
  package var stuck: Set<SegmentName> { state.withLock { $0.stuck } }

  /// Removes segments that a limit has chosen, although not every cursor has counted their events
  /// yet.
  package func drop(_ segments: [SegmentSummary], _ reason: DropReason) {
    let now = clock.now()
    state.withLock { state in
      // Segments that could not be removed earlier are tried again.
      state.stuck = []
      state.lane.discardRemains(failures: segments.count)
      for segment in segments { _ = state.drop(segment, reason, at: now) }
    }
  }

  /// The number of bytes that the segments take on the disk.
  package var bytes: Int { state.withLock { $0.bytes } }
}

extension SegmentSummary {
  /// The number of bytes that the file takes on the disk.
  var size: Int { bytes + tornBytes }
}
