import Cairn

/// What an app has been told on its walk, and what must hold because of that.
struct WalkMemory {
  /// What was recorded and not erased; true if the call returned before anything happened to the process.
  var events: [String: Bool] = [:]
  /// What must neither arrive nor be on the disk, by the number of the erasure that took it.
  var erased: [String: Int] = [:]
  /// What must not arrive from this device: it is another one's.
  var foreign: [String: Int] = [:]
  /// Identifiers that are nobody's any more.
  var gone: Set<String> = []
  /// Nil as long as it is not known.
  var user: String??
  /// Nil as long as it is not known.
  var id: String?
  var consent: Consent
  /// From then on it depends on the keychain which identifier holds.
  var keychainHasFailed = false

  init(_ consent: Consent) {
    self.consent = consent
    user = .some(nil)
  }

  /// All that was recorded is to be nowhere from now on.
  mutating func erase(_ number: Int, id: String) {
    let ids = [id, self.id ?? id]
    for word in Array(events.keys) + Array(foreign.keys) + ids { erased[word] = number }
    gone.formUnion(ids)
    begin()
  }

  /// The files have come to another device, and it goes on there.
  mutating func leave(_ number: Int, id: String) {
    let ids = [id, self.id ?? id]
    for word in Array(events.keys) + ids { foreign[word] = number }
    gone.formUnion(ids)
    begin()
    keychainHasFailed = false
  }

  /// The app is deleted, and installed again.
  mutating func reinstall(_ number: Int, id: String, kept: String?, _ consent: Consent) {
    erase(number, id: id)
    foreign = [:]
    if let kept {
      gone.remove(kept)
      erased[kept] = nil
    }
    self.consent = consent
    keychainHasFailed = false
  }

  private mutating func begin() { (events, user, id) = ([:], .some(nil), nil) }

  /// Of no event it is sure any more that it was recorded.
  mutating func doubt() { for word in events.keys { events[word] = false } }
}
