import Cairn
import CairnExpectations
import CairnPostHog
import Testing

@Suite struct PostHogConformanceTests {
  @Test(
    "the destination meets the requirements of the SDK",
    arguments: [PostHogDestination.Version.v0, .v1])
  func conforms(version: PostHogDestination.Version) async {
    let key = PostHogFixture.key
    var conformance = DestinationConformance { transport in
      PostHogDestination(apiKey: key, version: version, transport: transport)
    }
    conformance.secrets = [key]
    conformance.variants = [
      "another key": { PostHogDestination(apiKey: "phc_other", version: version) },
      "another region": { PostHogDestination(apiKey: key, region: .eu, version: version) },
    ]
    conformance.attemptFields = ["sent_at"]
    conformance.attemptHeaders = ["PostHog-Attempt", "PostHog-Request-Timestamp"]
    if version == .v1 { conformance.statuses[404] = .later }
    conformance.requestBytes = 20 * 1_048_576
    await conformance.expectConformance()
  }
}
