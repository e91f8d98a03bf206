import Cairn

/// The site of the destination, and the memory that is stored there.
struct ConvertSite: Sendable {
  private let holder = SiteHolder()

  func join(_ site: DestinationSite) { holder.hold(site) }

  /// The stored memory.
  ///
  /// It is read each time, because another process may have delivered in the meantime.
  var memory: ConvertMemory { ConvertMemory(holder.site?.kept) }

  /// Stores the memory; returns whether it succeeded.
  ///
  /// Without a site it returns true, because nothing is stored at all.
  func keep(_ memory: ConvertMemory) -> Bool { holder.site?.keep(memory.encoded) ?? true }

  /// Counts reports that are not sent because they were delivered before.
  func countRepeats(_ number: Int) {
    for _ in 0..<number { holder.count("reported before") }
  }
}
