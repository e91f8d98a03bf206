/// Keeps the site that a destination is given by `join`, for as long as the destination is at work.
///
/// ```swift
/// private let site = SiteHolder()
/// func join(_ site: DestinationSite) { self.site.hold(site) }
/// ```
///
/// A destination may be a value and have one of these. Safe to use from any thread.
public final class SiteHolder: Sendable {
  private let held = Locked<DestinationSite?>(nil)
  /// What `BatchProgress` counted last.
  let progress = Locked<[UInt8]?>(nil)

  /// Makes one without a site.
  public init() {}

  /// The site that was given last; nil before.
  public var site: DestinationSite? { held.withLock { $0 } }

  /// Keeps this one from now on.
  public func hold(_ site: DestinationSite) { held.withLock { $0 = site } }

  /// Counts something that was changed to fit, as `DestinationSite.count` does; before there is a site, nothing.
  public func count(_ what: String) { site?.count(what) }
}
