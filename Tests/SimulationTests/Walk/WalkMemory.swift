import Cairn

/// The known state of an app on its walk, and the resulting conditions.
struct WalkMemory {
  /// The events that were recorded and not erased; true if the call returned undisturbed.
  var events: [String: Bool] = [:]
  /// The words that must neither arrive nor be on the disk, with the number of their erasure.
  var erased: [String: Int] = [:]
  /// The words that must not arrive from this device, because they belong to another one.
  var foreign: [String: Int] = [:]
  /// The identifiers that no user has any more.
  var gone: Set<String> = []
  /// The user; nil while it is unknown.
  var user: String??
  /// The anonymous identifier; nil while it is unknown.
  var id: String?
  var consent: Consent
  /// Whether the keychain has failed, after which it determines the identifier.
  var keychainHasFailed = false

  init(_ consent: Consent) {
    self.consent = consent
    user = .some(nil)
  }

  /// Records an erasure: all recorded events must be gone.
  mutating func erase(_ number: Int, id: String) {
    let ids = [id, self.id ?? id]
    for word in Array(events.keys) + Array(foreign.keys) + ids { erased[word] = number }
    gone.formUnion(ids)
    begin()
  }

  /// Records that the files were moved to another device, where the app continues.
  mutating func leave(_ number: Int, id: String) {
    let ids = [id, self.id ?? id]
    for word in Array(events.keys) + ids { foreign[word] = number }
    gone.formUnion(ids)
    begin()
    keychainHasFailed = false
  }

  /// Records that the app was deleted and installed again.
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

  /// Records that every event may be missing.
  mutating func doubt() { for word in events.keys { events[word] = false } }
}
