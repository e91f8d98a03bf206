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
    let files = paths("/test").map { ($0, contents(of: $0)) }
    for word in memory.erased.keys {
      let bytes = Array(word.utf8)
      for (path, text) in files where Self.holds(text, bytes) {
        violations.append("\(word) was erased and is in \(path)")
      }
    }
  }

  private func contents(of path: String) -> [UInt8] {
    guard let file = try? OpenFile(path, .read, in: device.memory) else { return [] }
    return (try? file.read(file.status().size, at: 0)) ?? []
  }

  /// Returns whether the text contains the word.
  ///
  /// A search by Foundation would take most of the time; not every C library exports `memmem`.
  private static func holds(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    text.withUnsafeBytes { text in
      guard let base = text.baseAddress, let first = word.first else { return false }
      var place = 0
      while text.count - place >= word.count,
        let found = memchr(base + place, Int32(first), text.count - place - word.count + 1)
      {
        if memcmp(found, word, word.count) == 0 { return true }
        place = UnsafeRawPointer(found) - base + 1
      }
      return false
    }
  }

  private func paths(_ folder: String) -> [String] {
    ((try? device.memory.list(folder)) ?? []).flatMap { name in
      let path = "\(folder)/\(name)"
      let below = paths(path)
      return below.isEmpty ? [path] : below
    }
  }
}
