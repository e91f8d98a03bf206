import Cairn
import CairnTesting

/// Launches of an app in a random order of grants, denials, kills, reinstalls and backups, and the
/// conditions that must hold after each.
struct IdentityWalk {
  /// The steps of the walk, for the analysis of a failure.
  private(set) var story: [String] = []
  private(set) var violations: [String] = []

  private var dice: Dice
  private let survives: Bool
  private var device: MemoryDevice
  private var store: IdentityStore?
  private var isDenied: Bool
  private var erasures: UInt64 = 0
  /// The identifiers that must not appear again.
  private var gone: Set<String> = []
  /// The user according to the last undisturbed call.
  private var user: String??
  private var id: String?
  private var made: UInt64
  private let beginsDenied: Bool

  init(seed: UInt64) {
    dice = Dice(seed: seed)
    survives = dice.below(2) == 0
    beginsDenied = dice.below(2) == 0
    isDenied = beginsDenied
    made = seed &* 1_000
    device = MemoryDevice(seed: seed)
  }

  mutating func run(steps: Int) {
    launch()
    for _ in 0..<steps where violations.isEmpty { step() }
  }

  private mutating func step() {
    switch dice.below(10) {
    case 0, 1: launch()
    case 2: grant()
    case 3: deny()
    case 4: reset()
    case 5, 6: identify()
    case 7: reinstall()
    case 8: toggleKeychain()
    default: kill()
    }
    look()
  }

  private mutating func launch() {
    story.append("launch")
    made += 1
    device.dieAfter(writes: .max)
    store = IdentityStore(
      "/v1/identity", files: device.files, randomness: SeededRandomness(seed: made),
      stores: !isDenied, erasures: erasures,
      keeper: AnonymousIDStorage(device.places, installation: .own, survivesReinstall: survives))
    look()
  }

  /// Grants consent as the engine does: an identity during denial is kept in memory until it is
  /// granted.
  private mutating func grant() {
    story.append("grant")
    isDenied = false
    store?.store()
    if user == nil { user = .some(store?.current.userID) }
    id = store?.current.anonymousID
  }

  private mutating func deny() {
    guard !isDenied else { return }
    story.append("deny")
    isDenied = true
    erase()
  }

  private mutating func erase() {
    if let old = store?.current.anonymousID { gone.insert(old) }
    if let id { gone.insert(id) }
    erasures += 1
    made += 1
    store?.renew(SeededRandomness(seed: made), erasures: erasures)
    try? device.memory.remove("/v1/identity")
    (user, id) = (.some(nil), nil)
  }

  private mutating func reset() {
    guard !isDenied, let store else { return }
    story.append("reset")
    made += 1
    let fresh = IdentityStore.anonymousID(SeededRandomness(seed: made))
    gone.insert(store.current.anonymousID)
    try? store.update { $0 = Identity(anonymousID: fresh) }
    (user, id) = (.some(nil), fresh)
  }

  private mutating func identify() {
    guard !isDenied, let store else { return }
    made += 1
    let name = "user \(made)"
    story.append("identify \(name)")
    try? store.update { $0.userID = name }
    (user, id) = (.some(name), store.current.anonymousID)
  }

  /// Removes the files and the settings, but not the keychain.
  private mutating func reinstall() {
    story.append("reinstall")
    if !survives, let old = store?.current.anonymousID { gone.insert(old) }
    // The keychain could not remove its item, and the app was deleted: the identifier may appear
    // again.
    if survives, let kept = device.kept { gone.remove(kept) }
    device.fail(false)
    let isFailing = dice.below(4) == 0
    device = device.deletingApp()
    device.fail(isFailing)
    erasures = 0
    isDenied = beginsDenied
    (user, id) = (.some(nil), nil)
    launch()
  }

  private mutating func toggleKeychain() {
    let isFailing = dice.below(2) == 0
    story.append("keychain \(isFailing ? "fails" : "works")")
    device.fail(isFailing)
    if !isFailing { store?.keep() }
  }

  /// Makes the process die at a write of the next step, which is done or not.
  private mutating func kill() {
    let writes = dice.below(4)
    story.append("kill after \(writes) writes")
    let before = user
    device.dieAfter(writes: writes)
    if dice.below(2) == 0 { identify() } else { grant() }
    (user, id) = (nil, nil)
    let died = store?.current
    launch()
    guard !isDenied, let now = store?.current else { return }
    // The change is complete, or did not happen.
    if let before, now.userID != before, now.userID != died?.userID {
      violations.append("a kill made a user of \(before ?? "nobody"): \(now.userID ?? "nobody")")
    }
    (user, id) = (.some(now.userID), now.anonymousID)
  }

  private mutating func look() {
    guard let now = store?.current, !isDenied else { return }
    if gone.contains(now.anonymousID) {
      violations.append("\(now.anonymousID) is back")
    }
    if case .some(let user) = user, now.userID != user {
      violations.append("the user was \(user ?? "nobody") and is \(now.userID ?? "nobody")")
    }
  }
}
