/// Keeps the context that a destination is given by `attach(to:)`, for as long as the destination
/// is at work.
///
/// ```swift
/// private let holder = DestinationContextHolder()
/// func attach(to context: DestinationContext) { holder.hold(context) }
/// ```
///
/// A destination that is a struct can have a holder as a property. Safe to use from any thread.
public final class DestinationContextHolder: Sendable {
  private let held = Locked<DestinationContext?>(nil)
  /// The last count of `BatchProgress`.
  let progress = Locked<[UInt8]?>(nil)

  /// Creates a holder without a context.
  public init() {}

  /// The last context; nil before there is one.
  public var context: DestinationContext? { held.withLock { $0 } }

  /// Replaces the context.
  public func hold(_ context: DestinationContext) { held.withLock { $0 = context } }

  /// Counts an adjustment of an event, as `DestinationContext.count` does; does nothing before
  /// there is a context.
  public func count(_ what: String) { context?.count(what) }
}
