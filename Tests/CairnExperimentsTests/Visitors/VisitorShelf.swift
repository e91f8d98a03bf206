import Cairn
import CairnExperiments
import CairnTesting

/// A disk on which visitor stores are opened, one after another or at the same time.
final class VisitorShelf: Sendable {
  let disk: SimulatedDisk
  let clock = ManualClock()
  let randomness: SeededRandomness
  let said = Locked<[String]>([])

  init(_ image: DiskImage = DiskImage()) {
    disk = SimulatedDisk(image)
    // The random numbers differ between machines.
    randomness = SeededRandomness(seed: image.paths.isEmpty ? 1 : 2)
  }

  /// Opens a store as a process does that has just started.
  func open(_ process: DiskProcess? = nil, most: Int = VisitorStore.most) -> VisitorStore {
    VisitorStore(folder(process ?? disk.makeProcess()), most: most)
  }

  /// Returns the folder, with consent by default.
  func folder(_ files: any FileSystem, _ consents: ConsentStore? = nil) -> UserDataFolder {
    let diagnostics = Diagnostics { [self] line in
      said.withLock { $0.append("\(line.level) \(line.code)") }
    }
    let granted = ConsentStore(
      "/data", files: InMemoryFileSystem(), standard: .granted, diagnostics: diagnostics)
    return UserDataFolder(
      "/data/visitors", files: files, clock: clock, randomness: randomness,
      consents: consents ?? granted, diagnostics: diagnostics)
  }

  /// Erases everything and reports it.
  func erase(_ consents: ConsentStore) {
    disk.vanish("/data/visitors")
    consents.advanceErasure(.setAside(consents.erasure.accepted + 1))
  }

  var lines: [String] { said.withLock { $0 } }
  var names: [String] { disk.image.paths.filter { $0.hasPrefix("/data/visitors/") } }
}

extension VisitorStore {
  /// Assigns a variation to a visitor.
  func put(_ visitor: String, _ variation: String, of experience: String = "e") {
    change(visitor) { $0.bucketing[experience] = variation }
  }

  func variation(_ visitor: String, of experience: String = "e") -> String? {
    state(of: visitor).bucketing[experience]
  }
}
