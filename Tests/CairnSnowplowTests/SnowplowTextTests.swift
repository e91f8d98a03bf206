import Cairn
import CairnTesting
import Testing

@Suite("The longest texts that Snowplow accepts") struct SnowplowTextTests {
  /// The place of the text, and the remark when it is left out.
  enum Place: String, CaseIterable {
    case duid = "anonymous identifier left out that is longer than 128 characters"
    case lang = "locale left out that is longer than 255 characters"
    case tz = "time zone left out that is longer than 255 characters"
    case url = "link left out that is longer than 4096 characters"
    case refr = "referrer left out that is longer than 4096 characters"

    var most: Int {
      switch self {
      case .duid: 128
      case .lang, .tz: 255
      case .url, .refr: 4_096
      }
    }

    /// Sends one event with the text.
    func send(_ text: Value) async throws -> SnowplowFixture {
      let names: [Place: String] = [
        .lang: "locale", .tz: "timezone", .url: "url", .refr: "referring_application",
      ]
      let fields = names[self].map { [$0: text] } ?? [:]
      let isContext = [.lang, .tz].contains(self)
      let scene = try SnowplowFixture(
        context: isContext ? fields : [:], anonymousID: self == .duid ? text.stringValue : nil)
      scene.analytics.track("Application Opened", isContext ? [:] : fields)
      await scene.analytics.flush()
      return scene
    }
  }

  @Test(
    "the longest text is sent, and a longer one is left out and counted", arguments: Place.allCases)
  func texts(place: Place) async throws {
    let longest = Value.string(String(repeating: "x", count: place.most))
    let fits = try await place.send(longest)
    #expect(fits.events.map { $0["\(place)"] } == [longest])
    #expect(fits.adjusted == [:])
    let long = try await place.send(.string(String(repeating: "x", count: place.most + 1)))
    #expect(long.events.map { $0["\(place)"] } == [nil])
    #expect(long.adjusted == [place.rawValue: 1])
  }
}
