import Foundation

/// The contents of the file of the Convert stub: the reports, each once, and the violations.
struct ArrivedReports {
  private(set) var reports: Set<String> = []
  /// The reports that one body contains twice.
  private(set) var twiceInABody: [String] = []
  private(set) var requests = 0
  /// The number of answered bodies with content of an earlier answered one.
  private(set) var repeating = 0
  private var answered: Set<String> = []
  /// The keys of the reports, as another destination got them.
  private(set) var keys: Set<Substring> = []
  /// The number of reporting events, whatever their keys.
  private(set) var events = 0

  private struct Body: Decodable {
    struct Visitor: Decodable {
      var visitorId: String
      var events: [Event]
    }
    struct Event: Decodable {
      var data: Details
    }
    struct Details: Decodable {
      var experienceId: String?
      var variationId: String?
      var goalId: String?
      var goalData: [Entry]?
      var bucketingData: [String: String]?

      /// The reports and violations as text.
      var text: String {
        let subject = [experienceId, variationId, goalId].compactMap(\.self)
        let data = (goalData ?? []).map { "\($0.key) \($0.value)" }
        let shown = (bucketingData ?? [:]).sorted { $0.key < $1.key }.map {
          "\($0.key) \($0.value)"
        }
        return (subject + data + shown).joined(separator: " ")
      }
    }
    struct Entry: Decodable {
      var key: String
      var value: Int
    }
    var visitors: [Visitor]
  }

  init(path: String) {
    let lines = (FileManager.default.contents(atPath: path) ?? Data()).split(
      separator: UInt8(ascii: "\n"))
    for line in lines {
      // An incomplete line was never answered: its sender was killed while it was written.
      let isLost = line.starts(with: Self.lost)
      let json = isLost ? line.dropFirst(Self.lost.count) : line
      guard let body = try? JSONDecoder().decode(Body.self, from: json) else { continue }
      add(body, isAnswered: !isLost)
    }
    let data = FileManager.default.contents(atPath: path + ".keys") ?? Data()
    // An incomplete report was written again, like one that was delivered again.
    let told = Set(String(decoding: data, as: UTF8.self).split(separator: "\n"))
      .filter { $0.utf8.count == 69 }
    events = told.count
    keys = Set(told.map { $0.prefix(32) })
  }

  /// The prefix of a request without a response.
  private static let lost = Array("lost ".utf8)

  private mutating func add(_ body: Body, isAnswered: Bool) {
    requests += 1
    var seen: Set<String> = []
    for visitor in body.visitors {
      for event in visitor.events {
        let report = "\(visitor.visitorId) \(event.data.text)"
        if !seen.insert(report).inserted { twiceInABody.append(report) }
      }
    }
    reports.formUnion(seen)
    guard isAnswered else { return }
    if !answered.isDisjoint(with: seen) { repeating += 1 }
    answered.formUnion(seen)
  }
}
