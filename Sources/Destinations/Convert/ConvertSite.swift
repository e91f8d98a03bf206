import Cairn
import Foundation

/// Where the destination is at work, once it was told, and what it remembers there.
// Sendable: what changes is reached with the lock held.
final class ConvertSite: @unchecked Sendable {
  private let lock = NSLock()
  private var site: DestinationSite?

  func join(_ site: DestinationSite) { lock.withLock { self.site = site } }

  /// Read every time: another process may have delivered meanwhile.
  var memory: ConvertMemory { ConvertMemory(current?.kept) }

  /// Whether it is kept; that it cannot be is no reason to stop where nothing is kept at all.
  func keep(_ memory: ConvertMemory) -> Bool { current?.keep(memory.encoded) ?? true }

  /// Counts reports that are not sent, because they were before.
  func countRepeats(_ number: Int) {
    for _ in 0..<number { current?.count("reported before") }
  }

  private var current: DestinationSite? { lock.withLock { site } }
}
