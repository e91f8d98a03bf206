/// The SDK whose events and identity an app takes over.
///
/// Without a key, all stores of the SDK are taken over.
public struct MigrationSource: Hashable, Sendable {
  /// The formats, and the key that distinguishes the stores of each.
  let formats: [Format]

  struct Format: Hashable, Sendable {
    var vendor: String
    var key: String?
    /// The app group with the files; nil for the app's own container.
    var group: String?

    /// Returns the container with the files; nil when the app is not a member of the group.
    func place(in container: Container) -> Container? {
      group.map { container.group($0) } ?? container
    }
  }

  private init(_ formats: Format...) { self.formats = formats }

  /// Creates a source from the name of a format.
  package init(vendor: String, key: String? = nil) { self.init(Format(vendor: vendor, key: key)) }

  private init(all formats: [Format]) { self.formats = formats }

  /// Returns Segment's analytics-swift with this write key.
  public static func segment(writeKey: String? = nil) -> MigrationSource {
    MigrationSource(vendor: SegmentStore.vendor, key: writeKey)
  }

  /// Segment's analytics-ios (Objective-C).
  public static let analyticsIOS = MigrationSource(vendor: AnalyticsIOSStore.vendor)

  /// Returns Amplitude-Swift with this API key, and amplitude-ios (Objective-C).
  public static func amplitude(apiKey: String? = nil) -> MigrationSource {
    MigrationSource(
      Format(vendor: AmplitudeDatabase.vendor), Format(vendor: AmplitudeStore.vendor, key: apiKey))
  }

  /// Returns mixpanel-swift with this token.
  public static func mixpanel(token: String? = nil) -> MigrationSource {
    MigrationSource(vendor: MixpanelStore.vendor, key: token)
  }

  /// Returns posthog-ios with this project token.
  ///
  /// - Parameters:
  ///   - projectToken: The project token; nil, the default, for all.
  ///   - appGroup: The value of `appGroupIdentifier` in PostHog's configuration; nil, the default,
  ///     for the app's own container.
  /// - Returns: The source.
  public static func postHog(
    projectToken: String? = nil, appGroup: String? = nil
  ) -> MigrationSource {
    MigrationSource(
      Format(vendor: PostHogStore.vendor, key: projectToken, group: appGroup))
  }

  /// Returns rudder-sdk-swift with this write key, and rudder-sdk-ios (Objective-C).
  public static func rudderStack(writeKey: String? = nil) -> MigrationSource {
    MigrationSource(
      Format(vendor: RudderDatabase.vendor), Format(vendor: RudderSwiftStore.vendor, key: writeKey))
  }

  /// Returns snowplow-ios-tracker with the namespace of this tracker.
  public static func snowplow(namespace: String? = nil) -> MigrationSource {
    MigrationSource(vendor: SnowplowStore.vendor, key: namespace)
  }

  /// Convert's ios-sdk.
  public static let convert = MigrationSource(vendor: ConvertStore.vendor)

  /// Adobe's Mobile SDK: the events for the Edge Network, and the Experience Cloud ID.
  public static let adobe = MigrationSource(vendor: AdobeStore.vendor)

  /// TelemetryDeck's SwiftSDK.
  public static let telemetryDeck = MigrationSource(vendor: TelemetryDeckStore.vendor)

  /// B2Metric's SDK.
  public static let b2Metric = MigrationSource(vendor: B2MetricStore.vendor)

  /// All stores of these SDKs that the app has.
  public static let everythingFound = MigrationSource(
    all: StoreFinder.vendors.map { Format(vendor: $0) })
}
