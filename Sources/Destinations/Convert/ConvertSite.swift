import Cairn

/// Where the destination is at work, once it was told, and what it remembers there.
struct ConvertSite: Sendable {
  private let holder = SiteHolder()

  func join(_ site: DestinationSite) { holder.hold(site) }

  /// Read every time: another process may have delivered meanwhile.
  var memory: ConvertMemory { ConvertMemory(holder.site?.kept) }

  /// Whether it is kept; that it cannot be is no reason to stop where nothing is kept at all.
  func keep(_ memory: ConvertMemory) -> Bool { holder.site?.keep(memory.encoded) ?? true }

  /// Counts reports that are not sent, because they were before.
  func countRepeats(_ number: Int) {
    for _ in 0..<number { holder.count("reported before") }
  }
}
