import Cairn
import CairnTesting

/// The possible steps of an app, and their consequences.
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

  /// Changes consent; the identifier does not change when consent is granted for waiting events.
  func say(_ consent: Consent) async {
    story.append("\(consent)")
    let (id, before) = (analytics.anonymousID, memory.consent)
    if consent == .granted { server.isAllowed = true }
    analytics.setConsent(consent)
    guard !fuse.isBurnt else { return }
    memory.consent = consent
    server.isAllowed = consent == .granted
    guard consent != .denied else { return before == .denied ? () : noteErasure(of: id) }
    // In a new installation the keychain is read when data may be stored, and may contain an
    // earlier identifier.
    if analytics.anonymousID != id, before != .denied || !survives {
      violations.append("\(consent) makes \(analytics.anonymousID) of \(id)")
    }
    memory.id = analytics.anonymousID
    // The flush ensures that no request is in progress when the next step changes consent.
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

  /// Makes the keychain or the server fail, or work again.
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

  /// Removes the files and the settings, but not the keychain.
  func reinstall() async {
    story.append("reinstall")
    let id = analytics.anonymousID
    await quit()
    device = device.deletingApp()
    memory.reinstall(
      server.noteErasure(), id: id, kept: survives ? device.kept : nil, beginsWith)
    await launch()
  }

  /// Restores files and settings to another device from a backup; the app is used there from then
  /// on.
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
