import Cairn
import CairnTesting

/// What an app may do, and what follows from it.
extension EngineWalk {
  func track() {
    let word = word
    story.append("track \(word)")
    let isRecorded = analytics.track(word) != nil
    note(word, isRecorded)
  }

  private func note(_ word: String, _ isRecorded: Bool) {
    if memory.consent == .denied {
      memory.erased[word] = 0
      if isRecorded { violations.append("\(word) against a denial") }
    } else {
      memory.events[word] = isRecorded && !fuse.isBurnt
    }
  }

  func identify() {
    let word = word
    story.append("identify \(word)")
    let isRecorded = analytics.identify(word) != nil
    note(word, isRecorded)
    if memory.consent != .denied, isRecorded { memory.user = .some(word) }
  }

  func reset() {
    guard memory.consent != .denied else { return }
    story.append("reset")
    let old = analytics.anonymousID
    analytics.reset()
    guard !fuse.isBurnt else { return }
    memory.gone.insert(old)
    (memory.user, memory.id) = (.some(nil), analytics.anonymousID)
    if memory.id == old { violations.append("reset keeps \(old)") }
  }

  /// The identifier stays when the user allows what waited.
  func say(_ consent: Consent) async {
    story.append("\(consent)")
    let (id, before) = (analytics.anonymousID, memory.consent)
    if consent == .granted { server.isAllowed = true }
    analytics.setConsent(consent)
    guard !fuse.isBurnt else { return }
    memory.consent = consent
    server.isAllowed = consent == .granted
    guard consent != .denied else { return before == .denied ? () : noteErasure(of: id) }
    // In a new installation the keychain is asked when something may be stored, and may know an earlier one.
    if analytics.anonymousID != id, before != .denied || !survives {
      violations.append("\(consent) makes \(analytics.anonymousID) of \(id)")
    }
    memory.id = analytics.anonymousID
    // So that nothing is under way when the next step changes what is allowed.
    if consent == .granted { await analytics.flush() }
  }

  func noteErasure(of id: String) { memory.erase(server.noteErasure(), id: id) }

  func erase() async {
    story.append("erase")
    let id = analytics.anonymousID
    try? await analytics.erase()
    guard !fuse.isBurnt else { return }
    noteErasure(of: id)
    lookAtDisk()
  }

  func flush() async {
    story.append("flush")
    await analytics.flush()
  }

  /// The keychain or the server works no more, or again.
  func toggle() async {
    if dice.below(2) == 0 {
      server.isDown.toggle()
      story.append("server \(server.isDown ? "down" : "up")")
    } else {
      let isFailing = dice.below(2) == 0
      story.append("keychain \(isFailing ? "fails" : "works")")
      device.fail(isFailing)
      memory.keychainHasFailed = memory.keychainHasFailed || isFailing
      if !isFailing { analytics.engine?.handle(.foreground) }
      if memory.consent == .granted { await analytics.flush() }
    }
  }

  /// The files and the settings go, the keychain stays.
  func reinstall() async {
    story.append("reinstall")
    let id = analytics.anonymousID
    await quit()
    device = device.deletingApp()
    memory.reinstall(
      server.noteErasure(), id: id, kept: survives ? device.kept : nil, beginsWith)
    await launch()
  }

  /// Files and settings come to another device from a backup, and the app is used there from then on.
  func restore() async {
    story.append("restore")
    let id = analytics.anonymousID
    await quit()
    let settings = device.state.withLock { $0.settings }
    device = MemoryDevice(
      InMemoryFileSystem(copying: device.memory), MemoryDevice.State(settings: settings),
      seed: device.seed)
    installs = MemoryInstallRecord()
    memory.leave(server.noteErasure(), id: id)
    await launch()
  }
}
