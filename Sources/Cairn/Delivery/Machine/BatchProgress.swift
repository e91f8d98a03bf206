import Foundation

/// The number of counted requests of a batch, for a destination that sends several requests or must
/// not repeat one.
///
/// The count survives the end of the process. A destination that counts a request before sending it
/// never sends it twice; a destination that counts it afterwards does not repeat a counted request.
/// Only the number of requests is stored, so a batch must be divided into the same requests at
/// every attempt.
public struct BatchProgress: Sendable {
  private static let length = 20
  private let holder: DestinationContextHolder
  private let key: UUID

  /// Creates the progress of a batch, for a destination that stores nothing else in its context.
  ///
  /// - Parameters:
  ///   - holder: The holder of the context that `Destination.attach(to:)` received; without a
  ///     context the progress is 0.
  ///   - batch: The batch.
  public init(_ holder: DestinationContextHolder, _ batch: Batch) {
    self.holder = holder
    key = batch.key
  }

  /// The number of counted requests of this batch; 0 when none is known.
  ///
  /// A count of this process is returned even if the disk did not accept it. Otherwise a file is
  /// read.
  public var count: Int {
    guard let context = holder.context else { return 0 }
    return number(holder.progress.withLock { $0 }) ?? number(context.stored) ?? 0
  }

  /// Replaces the count.
  ///
  /// The count survives the end of the process; a power loss may restore the previous count.
  ///
  /// - Returns: Whether the count was stored; false when the disk does not accept it, and only this
  ///   process knows it.
  @discardableResult
  public func store(_ count: Int) -> Bool {
    guard let context = holder.context else { return false }
    let number = UInt32(clamping: count)
    let digits = stride(from: 24, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: number >> $0)
    }
    let bytes = name + digits
    holder.progress.withLock { $0 = bytes }
    return context.store(bytes)
  }

  /// Returns the count; nil when the bytes are about another batch.
  private func number(_ bytes: [UInt8]?) -> Int? {
    guard let bytes, bytes.count == Self.length, bytes.prefix(16).elementsEqual(name) else {
      return nil
    }
    return Int(bytes.dropFirst(16).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
  }

  private var name: [UInt8] { withUnsafeBytes(of: key.uuid) { Array($0) } }
}
