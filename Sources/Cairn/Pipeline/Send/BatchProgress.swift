import Foundation

/// How far the requests of a batch have come, for a destination that needs several of them, or that must not repeat one.
///
/// It is remembered across the death of the process: a destination that counts a request before it is sent sends none
/// twice, and one that counts it afterwards sends none in vain.
public struct BatchProgress: Sendable {
  private static let length = 20
  private let site: DestinationSite?
  private let key: UUID

  /// Makes the progress of a batch, at a destination that keeps nothing else at its site.
  ///
  /// - Parameters:
  ///   - site: What `Destination.join` was given; nil for one that is not at work, whose progress is nought.
  ///   - batch: The batch.
  public init(_ site: DestinationSite?, _ batch: Batch) {
    self.site = site
    key = batch.key
  }

  /// How many requests of this batch were counted; 0 when there is no word of it.
  ///
  /// Reads a file.
  public var count: Int {
    guard let kept = site?.kept, kept.count == Self.length, kept.prefix(16).elementsEqual(name)
    else { return 0 }
    return Int(kept.dropFirst(16).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
  }

  /// Counts so many, in place of what was counted before.
  ///
  /// Survives the death of the process; a loss of power may bring back the count before.
  ///
  /// - Returns: Whether it is kept; false when the disk refuses.
  @discardableResult
  public func keep(_ count: Int) -> Bool {
    let number = UInt32(clamping: count)
    let bytes = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    return site?.keep(name + bytes) ?? false
  }

  private var name: [UInt8] { withUnsafeBytes(of: key.uuid) { Array($0) } }
}
