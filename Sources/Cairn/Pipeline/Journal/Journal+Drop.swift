/// What is removed so that the journal keeps its cap, before or without every destination's consent.
extension Journal {
  /// What was dropped and is not counted yet by every cursor: by this opening, and by others as of the last look.
  package var drops: [DroppedPlaces] {
    state.withLock { $0.drops.entries + $0.othersDrops.flatMap(\.value) }
  }

  /// Looks for what other processes have dropped, and processes that are gone.
  package func refreshDrops() throws(FileError) {
    let (folder, own, known) = state.withLock {
      ($0.drops.folder, $0.ownRegister, $0.othersDrops)
    }
    var found: [String: [DroppedPlaces]] = [:]
    do throws(FileError) {
      for name in try files.list(folder) where name.hasSuffix(DropRegister.suffix) && name != own {
        do throws(FileError) {
          found[name] = try DropRegister.read(folder + "/" + name, files)
        } catch {
          if StorageProblem(error).passes { throw error }
          // Nothing here is worth that nothing is delivered any more.
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

  /// Makes what was written down of drops last through a loss of power; not on the way of a call that records.
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

  /// Every cursor counts these now.
  ///
  /// What another process has written down it forgets itself, or, when it is gone, this one does.
  package func forgetDrops(_ counted: Set<DroppedPlaces>) {
    let (folder, others) = state.withLock { state in
      state.drops.remove(counted)
      return (state.drops.folder, state.othersDrops)
    }
    for (name, entries) in others where entries.allSatisfy(counted.contains) {
      let path = folder + "/" + name
      guard let file = try? OpenFile(path, .read, in: files), (try? file.tryLock()) == true,
        let now = try? DropRegister.read(path, files), now.allSatisfy(counted.contains)
      else { continue }
      try? files.remove(path)
      state.withLock { _ = $0.othersDrops.removeValue(forKey: name) }
    }
  }

  /// Keeps the segments of these places as long as they are part of a batch under way.
  package func pin(_ places: [PositionRange]) {
    state.withLock { $0.pin(places) }
  }

  /// Which segments these are.
  package var pinned: Set<SegmentName> { state.withLock { $0.pinned } }

  /// Segments that could not be removed: the calls that record pass over them until all others were tried, or somebody
  /// else has.
  package var stuck: Set<SegmentName> { state.withLock { $0.stuck } }

  /// Removes segments that a cap has chosen, although not every cursor has counted their events yet.
  package func drop(_ segments: [SegmentSummary], _ reason: DropReason) {
    let now = clock.now()
    state.withLock { state in
      // What could not be removed a while ago may be now.
      state.stuck = []
      state.lane.discardRemains(failures: segments.count)
      for segment in segments { _ = state.drop(segment, reason, at: now) }
    }
  }

  /// The bytes that the segments take on the disk.
  package var bytes: Int { state.withLock { $0.bytes } }
}

extension SegmentSummary {
  /// What its file takes on the disk.
  var size: Int { bytes + tornBytes }
}
