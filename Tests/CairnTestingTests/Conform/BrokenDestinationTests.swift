import Cairn
import CairnTesting
import Testing

@Suite struct BrokenDestinationTests {
  func report(_ fault: BrokenDestination.Fault) async -> ConformanceReport {
    var conformance = DestinationConformance { BrokenDestination(fault, $0) }
    conformance.secrets = [BrokenDestination.key]
    conformance.requestEvents = 10
    // An event of the suite is nearly as long.
    conformance.requestBytes = 905_000
    let silent = RecordingTransport()
    conformance.variants = [
      "another key": { BrokenDestination(fault, key: "fedcba9876543210", silent) }
    ]
    return await conformance.run()
  }

  @Test("a destination that meets all requirements passes every check")
  func none() async {
    let report = await report(.none)
    #expect(report.results.map(\.result) == ConformanceCheck.allCases.map { _ in .passed })
    #expect("\(report)".hasPrefix("destination \"broken\": conforms\n  passed   its name is a"))
  }

  @Test(
    "for every violated requirement, the check with its name fails",
    arguments: [
      (.badName, .name), (.newName, .name), (.sameSettings, .settings), (.newSettings, .settings),
      (.fickle, .acceptance), (.tooMany, .limits), (.sendsTwice, .limits), (.noIDs, .identifiers),
      (.backwards, .identifiers), (.newIDs, .identifiers), (.sealsAtSending, .resends),
      (.sealsAtSending, .relaunch), (.halts, .statuses), (.forgetsRetryAfter, .retryAfter),
      (.refusesSilence, .silence), (.refusesNonsense, .nonsense), (.roundsNumbers, .values),
      (.escapes, .values), (.refusesBatch, .hardEvents), (.losesPoison, .poison),
      (.tells, .secrets), (.forgetsDamaged, .damage), (.tooManyBytes, .hardEvents),
      (.noRequest, .background), (.otherRequest, .background), (.otherMeaning, .background),
    ] as [(BrokenDestination.Fault, ConformanceCheck)])
  func broken(fault: BrokenDestination.Fault, check: ConformanceCheck) async throws {
    let report = await report(fault)
    #expect(!report.passes)
    let how = try #require(report.failures[check], "\(report)")
    #expect(!how.isEmpty)
    #expect("\(report)".contains("  FAILED   \(check.rawValue)\n"))
  }

  @Test("an excused check is skipped, and the report has the reason")
  func excused() async {
    var conformance = DestinationConformance { BrokenDestination(.badName, $0) }
    conformance.excused = [.name: "it has been so for years"]
    #expect(await conformance.run(.name) == .skipped("it has been so for years"))
  }
}
