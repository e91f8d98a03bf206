/// Extracts the valid settings from the members of a JSON object.
struct RemoteSettingsReader {
  private let members: [String: RemoteSettingsValues.Member]
  private(set) var issues: [String] = []
  private(set) var hasKnownMember = false

  init(_ members: [String: RemoteSettingsValues.Member]) { self.members = members }

  mutating func rules() -> RemoteSettingsValues {
    var rules = RemoteSettingsValues()
    if let member = member("enabled") {
      if case .flag(let flag) = member { rules.isEnabled = flag } else { leaveOut("enabled") }
    }
    if let member = member("sampling") {
      if case .object(let rates) = member {
        rules.sampling = self.rates(rates)
      } else {
        leaveOut("sampling")
      }
    }
    rules.flushAt = number("flushAt", RemoteSettingsValues.flushAtBounds).map { Int($0) }
    rules.flushInterval = number("flushInterval", RemoteSettingsValues.flushIntervalBounds)
    let day = Double(RemoteSettingsValues.longestValidity.count) / 1_000
    rules.validFor = Milliseconds(seconds: number("validFor", 0...day) ?? day)
    return rules
  }

  private mutating func member(_ name: String) -> RemoteSettingsValues.Member? {
    let member = members[name]
    if member != nil { hasKnownMember = true }
    return member
  }

  /// Returns the valid rates; an invalid one is ignored, because it is unknown what it was meant to
  /// be.
  private mutating func rates(_ members: [String: RemoteSettingsValues.Member]) -> [String: Double]
  {
    var rates: [String: Double] = [:]
    for (name, member) in members.sortedByKey() {
      if case .number(let rate) = member, (0...1).contains(rate) {
        rates[name] = rate
      } else {
        leaveOut("sampling of \"\(name.cut(toBytes: 80))\"")
      }
    }
    return rates
  }

  private mutating func number(_ name: String, _ range: ClosedRange<Double>) -> Double? {
    guard let member = member(name) else { return nil }
    guard case .number(let number) = member else {
      leaveOut(name)
      return nil
    }
    let inside = min(max(number, range.lowerBound), range.upperBound)
    if inside != number {
      issues.append("\(name) \(number) is out of range; \(inside) is used")
    }
    return inside
  }

  private mutating func leaveOut(_ name: String) {
    issues.append("\(name) has an invalid value and is ignored")
  }
}
