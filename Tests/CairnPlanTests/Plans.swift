import Cairn
import CairnPlan
import Foundation

/// The plans of the tests, and the files beside them.
enum Plans {
  static func shop() throws -> TrackingPlan { try TrackingPlan(json: file("Plans/shop.json")) }

  static func file(_ name: String) throws -> Data {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return try Data(contentsOf: folder.appendingPathComponent(name))
  }

  /// Returns a plan with one event, `E`.
  static func one(_ event: String) throws -> TrackingPlan {
    try TrackingPlan(json: Array(#"{"events": {"E": \#(event)}}"#.utf8))
  }

  /// Returns the problems of the document; empty if it is a plan.
  static func problems(_ document: String) -> [String] {
    do throws(PlanError) {
      _ = try TrackingPlan(json: Array(document.utf8))
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }
}
