import Foundation

/// How far the requests of a batch have come, for a destination that needs several of them, or that must not repeat one.
///
/// It is remembered across the death of the process: a destination that counts a request before it is sent sends none
/// twice, and one that counts it afterwards sends none in vain. Requests are counted by number, so a batch must be divided
/// into the same ones at every attempt.
public struct BatchProgress: Sendable {
  private static let length = 20
  private let holder: DestinationContextHolder
  private let key: UUID

  /// Makes the progress of a batch, at a destination that keeps nothing else at its context.
  ///
  /// - Parameters:
  ///   - holder: Has what `Destination.join` was given; without a context the progress is nought.
  ///   - batch: The batch.
  public init(_ holder: DestinationContextHolder, _ batch: Batch) {
    self.holder = holder
    key = batch.key
  }

  /// How many requests of this batch were counted; 0 when there is no word of it.
  ///
  /// What this process counted last holds also when the disk refused it. Otherwise it reads a file.
  public var count: Int {
    guard let context = holder.context else { return 0 }
    return number(holder.progress.withLock { $0 }) ?? number(context.kept) ?? 0
  }

  /// Counts so many, in place of what was counted before.
  ///
  /// Survives the death of the process; a loss of power may bring back the count before.
  ///
  /// - Returns: Whether it is kept; false when the disk refuses, and the count is known to this process alone.
  @discardableResult
  public func keep(_ count: Int) -> Bool {
    guard let context = holder.context else { return false }
    let number = UInt32(clamping: count)
    let digits = stride(from: 24, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: number >> $0)
    }
    let bytes = name + digits
    holder.progress.withLock { $0 = bytes }
    return context.keep(bytes)
  }

  /// Nil when the bytes are about another batch.
  private func number(_ bytes: [UInt8]?) -> Int? {
    guard let bytes, bytes.count == Self.length, bytes.prefix(16).elementsEqual(name) else {
      return nil
    }
    return Int(bytes.dropFirst(16).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
  }

  private var name: [UInt8] { withUnsafeBytes(of: key.uuid) { Array($0) } }
}
