import Cairn
import Testing

/// The valid parts of a response.
@Suite struct RemoteSettingsValuesTests {
  static func rules(_ change: (inout RemoteSettingsValues) -> Void) -> RemoteSettingsValues {
    var rules = RemoteSettingsValues()
    change(&rules)
    return rules
  }

  static let usable: [(json: String, rules: RemoteSettingsValues, issues: Int)] = [
    ("{}", RemoteSettingsValues(), 0),
    (#"{"enabled":true}"#, RemoteSettingsValues(), 0),
    (#"{"enabled":false}"#, rules { $0.isEnabled = false }, 0),
    (#"{"enabled":false,"newer":[{"a":null}]}"#, rules { $0.isEnabled = false }, 0),
    (
      #" {"sampling" : {"Seen":0.25,"Größe \" ":0,"All":1}}"#,
      rules { $0.sampling = ["Seen": 0.25, "Größe \" ": 0, "All": 1] }, 0
    ),
    (
      #"{"flushAt":50,"flushInterval":2.5,"validFor":3600}"#,
      rules { ($0.flushAt, $0.flushInterval, $0.validFor) = (50, 2.5, 3_600_000) }, 0
    ),
    // An invalid value removes only its own member.
    (#"{"enabled":0,"flushAt":7}"#, rules { $0.flushAt = 7 }, 1),
    (#"{"enabled":"false"}"#, RemoteSettingsValues(), 1),
    (#"{"enabled":null}"#, RemoteSettingsValues(), 1),
    (#"{"sampling":[0.5]}"#, RemoteSettingsValues(), 1),
    (
      #"{"sampling":{"A":-0.1,"B":1.1,"C":"0.5","D":true,"E":{},"F":0.5}}"#,
      rules { $0.sampling = ["F": 0.5] }, 5
    ),
    (#"{"flushAt":"50","flushInterval":true,"validFor":[]}"#, RemoteSettingsValues(), 3),
    // A number out of range is clamped.
    (#"{"flushAt":0}"#, rules { $0.flushAt = 1 }, 1),
    (
      #"{"flushAt":1e300,"flushInterval":-1}"#,
      rules { ($0.flushAt, $0.flushInterval) = (100_000, 0.01) }, 2
    ),
    (#"{"enabled":false,"validFor":864000}"#, rules { $0.isEnabled = false }, 1),
    (#"{"enabled":false,"validFor":-5}"#, rules { ($0.isEnabled, $0.validFor) = (false, 0) }, 1),
  ]

  @Test("valid values are accepted, the others are reported", arguments: usable)
  func read(json: String, rules: RemoteSettingsValues, issues: Int) throws {
    let read = try RemoteSettingsValues.read(Array(json.utf8))
    #expect(read.rules == rules)
    #expect(read.issues.count == issues, "\(read.issues)")
  }

  static let unusable = [
    "", " ", "null", "[]", "3", #""enabled""#, "{", #"{"enabled":false"#, #"{"enabled":fals}"#,
    "<html><body>503</body></html>", #"{"error":"upstream failed"}"#,
    #"{"message":"ok","status":200}"#,
    String(repeating: "[", count: 20_000),
    #"{"enabled":false,"x":"# + "\"" + String(repeating: "a", count: 40_000) + "\"}",
  ]

  @Test(
    "an error page, random data or too much data is not accepted as settings", arguments: unusable)
  func refuse(text: String) {
    #expect(throws: RemoteSettingsValues.InvalidRules.self) {
      try RemoteSettingsValues.read(Array(text.utf8))
    }
  }

  @Test("no bytes cause a crash, or a kill switch by chance")
  func garbage() {
    var state: UInt64 = 7
    for _ in 0..<2_000 {
      let bytes = (0..<64).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      }
      #expect((try? RemoteSettingsValues.read(bytes)) == nil)
    }
    let good = Array(#"{"enabled":false,"sampling":{"A":0.5},"flushAt":3}"#.utf8)
    for cut in 0..<good.count {
      #expect((try? RemoteSettingsValues.read(Array(good[..<cut]))) == nil)
    }
  }

  static let installations = (0..<4_000).map { "installation-\($0)" }

  @Test("a sample contains about its share of the installations", arguments: [0, 0.1, 0.5, 0.9, 1])
  func share(rate: Double) {
    let part = Self.installations.filter { RemoteSettingsValues.isSampled("Seen", $0, rate: rate) }
      .count
    #expect(abs(Double(part) / 4_000 - rate) < 0.03)
    if rate == 0 || rate == 1 { #expect(part == Int(rate) * 4_000) }
  }

  @Test("an installation that is in a sample is in every greater one, and other events have others")
  func steady() {
    for id in Self.installations where RemoteSettingsValues.isSampled("Seen", id, rate: 0.1) {
      #expect(RemoteSettingsValues.isSampled("Seen", id, rate: 0.2))
    }
    let both = Self.installations.filter {
      RemoteSettingsValues.isSampled("Seen", $0, rate: 0.5)
        && RemoteSettingsValues.isSampled("Heard", $0, rate: 0.5)
    }
    #expect((800...1_200).contains(both.count))
  }

  @Test("a sample is the same in every version and on every machine")
  func pinned() {
    let ids = (0..<10).map { "00000000-0000-4000-8000-00000000000\($0)" }
    #expect(ids.map { RemoteSettingsValues.isSampled("Seen", $0, rate: 0.5) } == Self.pinned)
  }

  static let pinned = [
    false, false, false, true, false, true, false, true, true, true,
  ]
}
