import Cairn
import CairnTesting

/// Launches of an app in a random order of grants, denials, kills, reinstalls and backups, and what must hold behind each.
struct IdentityWalk {
  /// What the walk did, for whoever has to find out why it failed.
  private(set) var story: [String] = []
  private(set) var violations: [String] = []

  private var dice: Dice
  private let survives: Bool
  private var device: MemoryDevice
  private var store: IdentityStore?
  private var isDenied: Bool
  private var erasures: UInt64 = 0
  /// Identifiers that must never be seen again.
  private var gone: Set<String> = []
  /// The user and the identifier that were told by a call that nothing disturbed.
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

  /// As the engine does: what was denied is kept in memory until it is granted.
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

  /// The files and the settings go, the keychain stays.
  private mutating func reinstall() {
    story.append("reinstall")
    if !survives, let old = store?.current.anonymousID { gone.insert(old) }
    // A keychain that has failed to forget, and an app that is no more: nobody is left who knows.
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

  /// The process dies at a write of what it does next; what was begun is done or not.
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
    // Done as a whole, or not at all.
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
