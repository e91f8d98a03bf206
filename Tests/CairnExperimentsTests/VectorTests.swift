import CairnExperimentVectors
import Foundation
import Testing

/// Test vectors beside the tests: the reference's results, or the correct results if SDKs differ.
@Suite struct VectorTests {
  private static func report(_ name: String) throws -> VectorReport {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Vectors/\(name).json")
    return try VectorFile(json: Data(contentsOf: file)).check()
  }

  private static func counts(_ report: VectorReport) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: report.groups.map { ($0.name, $0.count) })
  }

  @Test("every test vector of bucketing passes")
  func bucketing() throws {
    let report = try Self.report("bucketing")
    #expect(report.groups.flatMap(\.failures) == [])
    #expect(
      Self.counts(report) == [
        "values": 161, "boundaries": 120, "experiences": 70, "growth": 29,
        "excludeExperienceId": 9, "redistribute": 20, "divergences": 30,
      ])
  }

  @Test("a group that is not a list, or is unknown, is a failure")
  func broken() throws {
    let report = try VectorFile(json: Data(#"{"casts":{},"horoscopes":[],"gates":[]}"#.utf8))
      .check()
    #expect(
      report.groups.map { "\($0.name) \($0.passed) \($0.failures.count)" } == [
        "casts 0 1", "gates 0 0", "horoscopes 0 1",
      ])
  }

  @Test("every test vector of rules passes")
  func rules() throws {
    let report = try Self.report("rules")
    #expect(report.groups.flatMap(\.failures) == [])
    #expect(
      Self.counts(report) == [
        "operators": 174, "ruleSets": 92, "mutualExclusion": 7, "gates": 47, "casts": 47,
      ])
  }
}
