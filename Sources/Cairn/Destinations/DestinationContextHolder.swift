/// Keeps the context that a destination is given by `join`, for as long as the destination is at work.
///
/// ```swift
/// private let holder = DestinationContextHolder()
/// func attach(to context: DestinationContext) { holder.hold(context) }
/// ```
///
/// A destination may be a value and have one of these. Safe to use from any thread.
public final class DestinationContextHolder: Sendable {
  private let held = Locked<DestinationContext?>(nil)
  /// What `BatchProgress` counted last.
  let progress = Locked<[UInt8]?>(nil)

  /// Makes one without a context.
  public init() {}

  /// The context that was given last; nil before.
  public var context: DestinationContext? { held.withLock { $0 } }

  /// Keeps this one from now on.
  public func hold(_ context: DestinationContext) { held.withLock { $0 = context } }

  /// Counts something that was changed to fit, as `DestinationContext.count` does; before there is a context, nothing.
  public func count(_ what: String) { context?.count(what) }
}
