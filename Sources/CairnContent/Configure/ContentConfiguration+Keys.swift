public import Cairn
public import Foundation

/// Reads the documented keys, such as `contentanalytics.maxBatchSize`.
extension ContentConfiguration {
  /// Makes a configuration from named values.
  ///
  /// A value of the wrong type adds a warning to `warnings`, and its key keeps the default. A value
  /// out of range adds a warning and is clamped to its range. Unknown keys are ignored, because
  /// they belong to other modules.
  public init(_ values: [String: Value]) {
    self.init()
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let take = Self.keys[key] else { continue }
      if !take(&self, value) { warnings.append("\(key) has a value of the wrong type") }
    }
    self = bounded
  }

  /// Makes a configuration from a JSON object with the documented keys.
  ///
  /// If the data is not a JSON object, the configuration has the defaults and a warning.
  public init(json: Data) {
    guard let values = Value(json: json)?.objectValue else {
      self.init()
      warnings = ["the configuration is not a JSON object"]
      return
    }
    self.init(values)
  }

  /// Makes a configuration from a file that holds a JSON object.
  ///
  /// - Throws: An error when the file cannot be read.
  public init(contentsOf file: URL) throws { self.init(json: try Data(contentsOf: file)) }

  private typealias Take = @Sendable (inout ContentConfiguration, Value) -> Bool

  private static let keys: [String: Take] = [
    "contentanalytics.configId": text { $0.configId = $1 },
    "contentanalytics.trackExperiences": truth { $0.trackExperiences = $1 },
    "contentanalytics.batchingEnabled": truth { $0.batchingEnabled = $1 },
    "contentanalytics.maxBatchSize": number {
      $0.maxBatchSize = Int(min(max($1, -1_000_000), Double(most)))
    },
    "contentanalytics.batchFlushInterval": number { $0.batchFlushInterval = $1 },
    "contentanalytics.excludedAssetUrlsRegexp": text { $0.excludedAssetUrlsRegexp = $1 },
    "contentanalytics.excludedAssetLocationsRegexp": text { $0.excludedAssetLocationsRegexp = $1 },
    "contentanalytics.excludedExperienceLocationsRegexp": text {
      $0.excludedExperienceLocationsRegexp = $1
    },
    "contentanalytics.excludeAssetsFromUntrackedExperience": truth {
      $0.excludeAssetsFromUntrackedExperience = $1
    },
    "contentanalytics.region": text { $0.region = $1 },
    "contentanalytics.viewableFraction": number { $0.viewability.fraction = $1 },
    "contentanalytics.viewableSeconds": number { $0.viewability.seconds = $1 },
    "contentanalytics.sendsMeasures": truth { $0.sendsMeasures = $1 },
    "edge.configId": text { $0.edgeConfigId = $1 },
    "edge.domain": text { $0.edgeDomain = $1 },
    "edge.environment": text { $0.edgeEnvironment = $1 },
    "experienceCloud.org": text { $0.experienceCloudOrg = $1 },
  ]

  private static func text(
    _ set: @escaping @Sendable (inout ContentConfiguration, String?) -> Void
  ) -> Take {
    { configuration, value in
      guard case .string(let text) = value else { return value == .null }
      set(&configuration, text.isEmpty ? nil : text)
      return true
    }
  }

  private static func truth(
    _ set: @escaping @Sendable (inout ContentConfiguration, Bool) -> Void
  ) -> Take {
    { configuration, value in
      guard case .bool(let truth) = value else { return value == .null }
      set(&configuration, truth)
      return true
    }
  }

  /// A limit that lies outside every valid range and fits into a 32-bit integer.
  private static let most = 1 << 30

  private static func number(
    _ set: @escaping @Sendable (inout ContentConfiguration, Double) -> Void
  ) -> Take {
    { configuration, value in
      switch value {
      case .int(let number): set(&configuration, Double(min(max(number, -1_000_000), most)))
      case .double(let number) where number.magnitude < 1e12: set(&configuration, number)
      case .null: break
      default: return false
      }
      return true
    }
  }
}
