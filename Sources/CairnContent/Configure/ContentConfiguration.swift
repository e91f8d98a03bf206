public import Cairn

/// How content analytics works: a value, whose properties bear the names of the documented keys.
public struct ContentConfiguration: Hashable, Sendable {
  /// The most interactions that wait for each other.
  public static let batchSizes = 1...100
  /// How long the first of them may wait, in milliseconds.
  public static let flushIntervals = 10.0...86_400_000.0

  /// The datastream that interactions go to.
  ///
  /// The default, nil, is `edgeConfigId`.
  public var configId: String?
  /// Whether experiences are tracked.
  ///
  /// The default is true. Otherwise calls about them are ignored, definitions included.
  public var trackExperiences = true
  /// Whether interactions wait for others.
  ///
  /// The default is true. Otherwise each is delivered at once.
  public var batchingEnabled = true
  /// How many waiting interactions make a delivery begin at once; from 1 to 100, assets and experiences together.
  ///
  /// The default is 10.
  public var maxBatchSize = 10
  /// How long the first waiting interaction waits for others, in milliseconds; from 10 to 86 400 000.
  ///
  /// The default is 2 000.
  public var batchFlushInterval = 2_000.0
  /// Assets whose URL it is found in are not tracked: a regular expression, in whatever case.
  ///
  /// None by default.
  public var excludedAssetUrlsRegexp: String?
  /// Assets at such a location are not tracked.
  ///
  /// None by default.
  public var excludedAssetLocationsRegexp: String?
  /// Experiences at such a location are not tracked.
  ///
  /// None by default.
  public var excludedExperienceLocationsRegexp: String?
  /// Whether an asset is left out that belongs to an experience last seen at an excluded location.
  ///
  /// The default is false.
  public var excludeAssetsFromUntrackedExperience = false
  /// The region of the featurization service.
  ///
  /// The default, nil, is what `edgeDomain` says.
  public var region: String?
  /// The domain that is sent to, such as `edge.example.com`.
  ///
  /// The default, nil, is Adobe's own.
  public var edgeDomain: String?
  /// The environment: `prod`, `pre-prod` or `int`.
  ///
  /// The default, nil, is `prod`.
  public var edgeEnvironment: String?
  /// The datastream of the app.
  public var edgeConfigId: String?
  /// When content that is measured on the screen counts as viewed.
  ///
  /// Half of it for a second by default. It holds for exposures that begin afterwards.
  public var viewability = Viewability()
  /// Whether measures go to Adobe: in the extras, since its data model has no place for them.
  ///
  /// The default is false: then no event that only measures is sent there. `ContentEngagement` always tells them.
  public var sendsMeasures = false
  /// The organisation, 24 capital letters or digits and `@AdobeOrg`.
  public var experienceCloudOrg: String?

  /// What was wrong with the text that this was read from, and with the values that `bounded` looked at; a sentence each.
  public internal(set) var warnings: [String] = []

  /// Makes a configuration with all defaults.
  public init() {}

  /// The datastream that interactions go to.
  public var datastream: String? { configId ?? edgeConfigId }

  /// Whether a featurization service is to know what experiences are made of: its domain, organisation and datastream are
  /// known.
  package var isFeaturized: Bool {
    edgeDomain != nil && experienceCloudOrg != nil && datastream != nil
  }

  /// The longest that an interaction waits for others, in milliseconds: 2.5 times the interval.
  ///
  /// The interval ends the waiting before, but for that each change of the configuration begins another one.
  public var longestWait: Double { 2.5 * batchFlushInterval }

  /// The same with every value in its range; what was changed is added to `warnings`, and so is what cannot be used.
  public var bounded: ContentConfiguration {
    var bounded = self
    let size = min(max(maxBatchSize, Self.batchSizes.lowerBound), Self.batchSizes.upperBound)
    if size != maxBatchSize {
      bounded.maxBatchSize = size
      bounded.warnings.append("maxBatchSize \(maxBatchSize) is out of range; \(size) is used")
    }
    // NaN compares with nothing.
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
    // These change nothing, and would be found again.
    bounded.warnings += warningsOfTexts.filter { !warnings.contains($0) }
    return bounded
  }

  private var warningsOfTexts: [String] {
    var warnings = ExclusionRules(self).broken.map {
      "\($0) is no regular expression; nothing is excluded by it"
    }
    if let org = experienceCloudOrg, org.wholeMatch(of: /[A-Z0-9]{24}@AdobeOrg/) == nil {
      warnings.append("experienceCloud.org is not 24 capital letters or digits and @AdobeOrg")
    }
    return warnings
  }

  /// How often a destination of interactions is delivered to: what an earlier launch has left counts and waits like what
  /// is new.
  public var pace: Pace {
    let own = bounded
    var pace = Pace(
      flushAt: own.batchingEnabled ? own.maxBatchSize : 1,
      flushInterval: own.batchFlushInterval / 1_000)
    pace.deliversAtStart = false
    return pace
  }
}
