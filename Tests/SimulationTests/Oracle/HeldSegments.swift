import Cairn
import CairnTesting

/// The segments that a program cannot drop because other programs hold them, or held them at its
/// last attempt.
struct HeldSegments {
  private var before: Set<String> = []

  /// Updates the segments before a recording call, which is when the program tries.
  mutating func look(
    at disk: SimulatedDisk, _ process: DiskProcess, _ journal: Journal
  ) -> Set<String> {
    let now = disk.pathsLocked(byOthersThan: process)
    let stuck = Set(journal.stuck.map { Launch.log + "/" + $0.fileName })
    defer { before.formUnion(now) }
    return now.union(before.intersection(stuck))
  }
}
