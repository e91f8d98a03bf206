public import Cairn

/// The configuration of content analytics.
///
/// The properties have the names of the documented keys.
public struct ContentConfiguration: Hashable, Sendable {
  /// The valid values of `maxBatchSize`.
  public static let batchSizes = 1...100
  /// The valid values of `batchFlushInterval`, in milliseconds.
  public static let flushIntervals = 10.0...86_400_000.0

  /// The ID of the datastream that receives the interactions.
  ///
  /// The default is nil, which means `edgeConfigId`.
  public var configId: String?
  /// Whether experiences are tracked.
  ///
  /// The default is true. If it is false, calls that track or register experiences are ignored.
  public var trackExperiences = true
  /// Whether interactions are delivered in batches.
  ///
  /// The default is true. If it is false, each interaction is delivered at once.
  public var batchingEnabled = true
  /// The number of waiting interactions that triggers delivery, from 1 to 100.
  ///
  /// Interactions with assets and with experiences are counted together.
  ///
  /// The default is 10.
  public var maxBatchSize = 10
  /// The time that the first waiting interaction waits for others, in milliseconds; from 10 to
  /// 86 400 000.
  ///
  /// The default is 2 000.
  public var batchFlushInterval = 2_000.0
  /// A regular expression for the URLs of assets that are not tracked.
  ///
  /// It matches any part of a URL and ignores case. The default is nil, which excludes nothing.
  public var excludedAssetUrlsRegexp: String?
  /// A regular expression for the locations at which assets are not tracked.
  ///
  /// It matches any part of a location and ignores case. The default is nil, which excludes
  /// nothing.
  public var excludedAssetLocationsRegexp: String?
  /// A regular expression for the locations at which experiences are not tracked.
  ///
  /// It matches any part of a location and ignores case. The default is nil, which excludes
  /// nothing.
  public var excludedExperienceLocationsRegexp: String?
  /// Whether an asset is not tracked if it belongs to an experience that was last seen at an
  /// excluded location.
  ///
  /// The default is false.
  public var excludeAssetsFromUntrackedExperience = false
  /// The region of the featurization service.
  ///
  /// The default is nil: the region is derived from `edgeDomain`.
  public var region: String?
  /// The domain to which requests are sent, such as `edge.example.com`.
  ///
  /// The default is nil, which means Adobe's domain.
  public var edgeDomain: String?
  /// The environment: `prod`, `pre-prod` or `int`.
  ///
  /// The default is nil, which means `prod`.
  public var edgeEnvironment: String?
  /// The ID of the app's datastream, which is used if `configId` is nil.
  public var edgeConfigId: String?
  /// The rule by which content on the screen counts as viewed.
  ///
  /// The default is half of the content for one second. A change applies to exposures that begin
  /// after it.
  public var viewability = Viewability()
  /// Whether measures are sent to Adobe, in the extras, because its data model has no field for
  /// them.
  ///
  /// The default is false: exposure events are not sent to Adobe. `ContentEngagement` always sends
  /// measures.
  public var sendsMeasures = false
  /// The organization ID: 24 capital letters or digits, followed by `@AdobeOrg`.
  public var experienceCloudOrg: String?

  /// Warnings about the values that were read or clamped, one sentence each.
  public internal(set) var warnings: [String] = []

  /// Makes a configuration with all defaults.
  public init() {}

  /// The ID of the datastream that receives the interactions: `configId`, or else `edgeConfigId`.
  public var datastream: String? { configId ?? edgeConfigId }

  /// Whether a featurization service receives the definitions of experiences.
  ///
  /// True if the domain, the organization and the datastream are set.
  package var isFeaturized: Bool {
    edgeDomain != nil && experienceCloudOrg != nil && datastream != nil
  }

  /// The longest time that an interaction waits for others, in milliseconds: 2.5 times the
  /// interval.
  ///
  /// The interval normally ends the wait earlier, but each change of the configuration restarts it.
  public var maximumWait: Double { 2.5 * batchFlushInterval }

  /// A copy with every value clamped to its range.
  ///
  /// A warning is added for each value that was changed or cannot be used.
  public var bounded: ContentConfiguration {
    var bounded = self
    let size = min(max(maxBatchSize, Self.batchSizes.lowerBound), Self.batchSizes.upperBound)
    if size != maxBatchSize {
      bounded.maxBatchSize = size
      bounded.warnings.append("maxBatchSize \(maxBatchSize) is out of range; \(size) is used")
    }
    // The comparison is also false for NaN, which becomes the lower bound.
    let range = Self.flushIntervals
    let interval =
      batchFlushInterval > range.lowerBound
      ? min(batchFlushInterval, range.upperBound) : range.lowerBound
    if interval != batchFlushInterval {
      bounded.batchFlushInterval = interval
      bounded.warnings.append(
        "batchFlushInterval \(batchFlushInterval) is out of range; \(interval) is used")
    }
    bounded.viewability = viewability.bounded
    if bounded.viewability != viewability {
      bounded.warnings.append("viewability is out of range; \(bounded.viewability) is used")
    }
    // `bounded` does not change these texts, so a second call would add the same warnings again.
    bounded.warnings += warningsOfTexts.filter { !warnings.contains($0) }
    return bounded
  }

  private var warningsOfTexts: [String] {
    var warnings = ExclusionRules(self).broken.map {
      "\($0) is not a valid regular expression and is ignored"
    }
    if let org = experienceCloudOrg, org.wholeMatch(of: /[A-Z0-9]{24}@AdobeOrg/) == nil {
      warnings.append("experienceCloud.org is not 24 capital letters or digits and @AdobeOrg")
    }
    return warnings
  }

  /// The schedule on which interactions are delivered to a destination.
  ///
  /// Interactions that an earlier launch did not deliver are not delivered at the launch: they
  /// count toward `flushAt` and wait for `flushInterval` like new ones.
  public var schedule: DeliverySchedule {
    let own = bounded
    var schedule = DeliverySchedule(
      flushAt: own.batchingEnabled ? own.maxBatchSize : 1,
      flushInterval: own.batchFlushInterval / 1_000)
    schedule.deliversAtStart = false
    return schedule
  }
}
