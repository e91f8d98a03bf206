public import Cairn

/// The takeover of another SDK's identity and events, as a part of the configuration.
///
/// ```swift
/// var configuration = Configuration(writeKey: "my-key", endpoint: endpoint)
/// configuration.migration = Migration(from: .segment(writeKey: "old-key"))
/// let analytics = Analytics(configuration)
/// ```
///
/// The identity is read before the first event is recorded, so that the identifiers of the other
/// SDK hold from the first event on: the anonymous identifier and the user, unless this
/// installation has an identity already; with it the super properties, the groups and the traits,
/// once, and a session that has not timed out; a decision against the collection of events, unless
/// the app has called `setConsent`. The event `Application Installed` is not recorded again.
/// `Experiments` continues with the variations that Convert's SDK has chosen.
///
/// The events are imported in the background, see `Analytics.migrate(from:to:)`. Do not start the
/// other SDK in the same process: it may write to, or delete, the files that are being taken over.
public struct Migration: Sendable {
  /// The SDKs, in the order in which they are asked for an identity.
  public var sources: [MigrationSource]
  /// The name of the one destination that receives the events; nil, the default, for all.
  public var destination: String?
  /// Whether an `identify` event with the stored traits of the user is recorded once, so that
  /// destinations that are new to the app have them too.
  ///
  /// It replaces newer values that were set on a server. The default is true.
  public var recordsTraits = true
  /// Called with the result, on any thread; nil by default.
  public var onReport: (@Sendable (MigrationReport) -> Void)?
  /// The container; nil for the one of the app.
  package var container: Container?

  /// Creates a migration.
  public init(
    from sources: MigrationSource..., to destination: String? = nil,
    onReport: (@Sendable (MigrationReport) -> Void)? = nil
  ) {
    self.sources = sources
    self.destination = destination
    self.onReport = onReport
  }
}

extension Configuration {
  /// The takeover of another SDK's identity and events; nil, the default, for none.
  public var migration: Migration? {
    get { (openingHook as? MigrationOpeningHook)?.migration }
    set { openingHook = newValue.map { MigrationOpeningHook(migration: $0) } }
  }
}
