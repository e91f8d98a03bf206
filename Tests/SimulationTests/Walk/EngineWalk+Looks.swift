import Cairn
import CairnTesting
import Foundation

/// The externally visible state: on the network, on the disk, and in the app itself.
extension EngineWalk {
  func look() {
    for arrival in server.news() { look(at: arrival) }
    guard memory.consent != .denied, !fuse.isBurnt else { return }
    let (id, user) = (analytics.anonymousID, analytics.userID)
    if memory.gone.contains(id) { violations.append("\(id) is back") }
    if let known = memory.id, known != id, !memory.keychainHasFailed {
      violations.append("the identifier was \(known) and is \(id)")
    }
    if case .some(let known) = memory.user, known != user {
      violations.append("the user was \(known ?? "nobody") and is \(user ?? "nobody")")
    }
  }

  private func look(at arrival: WalkServer.Arrival) {
    if !arrival.wasAllowed { violations.append("sent without leave: \(arrival.text)") }
    for (words, what) in [(memory.erased, "erased"), (memory.foreign, "another device's")] {
      for (word, number) in words
      where number <= arrival.erasures && arrival.text.contains(word) {
        violations.append("\(word) was \(what) and is sent")
      }
    }
  }

  /// Checks that after a start or an erasure no erased data remains.
  func lookAtDisk() {
    guard !fuse.isBurnt, !memory.erased.isEmpty else { return }
    let files = device.memory.paths(in: "/test").map { ($0, device.memory.contents(of: $0)) }
    for word in memory.erased.keys {
      let bytes = Array(word.utf8)
      for (path, text) in files where text.holds(bytes) {
        violations.append("\(word) was erased and is in \(path)")
      }
    }
  }
}
