import Cairn
import CairnExpectations
import CairnFirebase
import CairnTesting
import Testing

@Suite struct ConformanceTests {
  @Test("Google Analytics meets the requirements for every destination")
  func google() async {
    var conformance = DestinationConformance { transport in
      Self.destination("very-secret", .sendAgain, transport)
    }
    conformance.secrets = ["very-secret"]
    conformance.variants = [
      "another secret": { Self.destination("other-secret", .sendAgain, RecordingTransport()) }
    ]
    conformance.success = { _ in HTTPResponse(status: 204) }
    conformance.requestEvents = 25
    conformance.requestBytes = 130_000
    conformance.excused = [
      .identifiers: "the protocol knows none",
      .values: "it takes numbers and texts of 100 characters: MappingTests",
    ]
    await conformance.expectConformance()
  }

  @Test("without an answer the other requirements are met too, and nothing is repeated")
  func settling() async {
    var conformance = DestinationConformance { transport in
      Self.destination("very-secret", .settle, transport)
    }
    conformance.excused = [
      .identifiers: "the protocol knows none", .values: "see above",
      .silence: "a request that may have arrived is not sent again: AnswerTests",
    ]
    await conformance.expectConformance()
  }

  private static func destination(
    _ secret: String, _ unknownOutcome: GoogleAnalyticsDestination.UnknownOutcome,
    _ transport: any HTTPTransport
  ) -> GoogleAnalyticsDestination {
    GoogleAnalyticsDestination(
      firebaseAppID: "1:123:ios:abc", apiSecret: secret,
      appInstanceID: .fixed(GoogleFixture.instance), unknownOutcome: unknownOutcome,
      transport: transport)
  }
}
