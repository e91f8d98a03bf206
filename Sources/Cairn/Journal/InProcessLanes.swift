/// The lanes to which journals of this process write.
///
/// They are consulted only where locks give no information: on systems that kill a process for
/// holding one while it is suspended.
enum InProcessLanes {
  private struct Place: Hashable {
    var directory: String
    var lane: LaneID
  }

  private static let places = Locked<Set<Place>>([])

  static var mutexForFork: ForkMutex { places.mutexForFork }

  static func insert(_ lane: LaneID, in directory: String) {
    _ = places.withLock { $0.insert(Place(directory: directory, lane: lane)) }
  }

  static func remove(_ lanes: Set<LaneID>, in directory: String) {
    places.withLock { places in
      for lane in lanes { places.remove(Place(directory: directory, lane: lane)) }
    }
  }

  static func contains(_ lane: LaneID, in directory: String) -> Bool {
    places.withLock { $0.contains(Place(directory: directory, lane: lane)) }
  }
}
