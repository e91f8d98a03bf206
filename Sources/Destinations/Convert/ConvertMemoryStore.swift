import Cairn

/// The context of the destination, and the memory that is stored there.
struct ConvertMemoryStore: Sendable {
  private let holder = DestinationContextHolder()

  func attach(to context: DestinationContext) { holder.hold(context) }

  /// The stored memory.
  ///
  /// It is read each time, because another process may have delivered in the meantime.
  var memory: ConvertMemory { ConvertMemory(holder.context?.stored) }

  /// Stores the memory; returns whether it succeeded.
  ///
  /// Without a context it returns true, because nothing is stored at all.
  func keep(_ memory: ConvertMemory) -> Bool { holder.context?.store(memory.encoded) ?? true }

  /// Counts reports that are not sent because they were delivered before.
  func countRepeats(_ number: Int) {
    for _ in 0..<number { holder.count("reported before") }
  }
}
