import Cairn
import CairnExperiments
import CairnTesting

/// A disk that stores of visitors are opened on, one after another or side by side.
final class VisitorShelf: Sendable {
  let disk: SimulatedDisk
  let clock = ManualClock()
  let randomness: SeededRandomness
  let said = Locked<[String]>([])

  init(_ image: DiskImage = DiskImage()) {
    disk = SimulatedDisk(image)
    // No two machines draw the same.
    randomness = SeededRandomness(seed: image.paths.isEmpty ? 1 : 2)
  }

  /// What a process opens that has just been started.
  func open(_ process: DiskProcess? = nil, most: Int = VisitorStore.most) -> VisitorStore {
    VisitorStore(folder(process ?? disk.makeProcess()), most: most)
  }

  /// With consent, if nothing else is said.
  func folder(_ files: any FileSystem, _ consents: ConsentStore? = nil) -> UserFolder {
    let diagnostics = Diagnostics { [self] line in
      said.withLock { $0.append("\(line.level) \(line.code)") }
    }
    let granted = ConsentStore(
      "/data", files: InMemoryFileSystem(), standard: .granted, diagnostics: diagnostics)
    return UserFolder(
      "/data/visitors", files: files, clock: clock, randomness: randomness,
      consents: consents ?? granted, diagnostics: diagnostics)
  }

  /// Removes all, and then says so.
  func erase(_ consents: ConsentStore) {
    disk.vanish("/data/visitors")
    consents.advanceErasure(.setAside(consents.erasure.accepted + 1))
  }

  var lines: [String] { said.withLock { $0 } }
  var names: [String] { disk.image.paths.filter { $0.hasPrefix("/data/visitors/") } }
}

extension VisitorStore {
  /// Puts a visitor into a variation.
  func put(_ visitor: String, _ variation: String, of experience: String = "e") {
    change(visitor) { $0.bucketing[experience] = variation }
  }

  func variation(_ visitor: String, of experience: String = "e") -> String? {
    state(of: visitor).bucketing[experience]
  }
}
