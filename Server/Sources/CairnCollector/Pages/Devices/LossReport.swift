import Foundation

/// The counts that the SDK of one device reports about its events.
struct LossReport: Sendable, Decodable {
  static let eventName = "Cairn Loss Report"

  struct Destination: Sendable, Decodable {
    var name: String
    var accepted: Int?
    var delivered: Int?
    var filtered: Int?
    var deadLettered: Int?
    var damaged: Int?
    var dropped: [String: Int]?
    var pending: Int?
  }

  struct Properties: Sendable, Decodable {
    var recorded: Int?
    var refused: [String: Int]?
    var buffered: Int?
    var balances: Bool?
    var destinations: [Destination]?
    var purged: Int?
  }

  struct Context: Sendable, Decodable {
    struct Named: Sendable, Decodable {
      var name: String?
      var version: String?
      var model: String?
    }

    var app: Named?
    var device: Named?
    var os: Named?
  }

  var properties: Properties
  var context: Context?

  /// Reads the report of an event; nil for an event with this name that is no report.
  init?(_ event: StoredEvent) {
    let json = Data(event.event.text.utf8)
    guard let report = try? JSONDecoder().decode(Self.self, from: json),
      report.properties.recorded != nil || report.properties.destinations != nil
    else { return nil }
    self = report
  }

  var app: String {
    [context?.app?.name, context?.app?.version].compactMap { $0 }.joined(separator: " ")
  }

  var device: String {
    [context?.device?.model ?? context?.device?.name, context?.os?.name, context?.os?.version]
      .compactMap { $0 }.joined(separator: " ")
  }
}

extension LossReport.Destination {
  /// The events that will never be delivered, by their reason.
  var losses: [(reason: String, count: Int)] {
    var losses = (dropped ?? [:]).filter { $0.value > 0 }.map { (reason: $0.key, count: $0.value) }
    if let deadLettered, deadLettered > 0 { losses.append(("dead letter", deadLettered)) }
    if let damaged, damaged > 0 { losses.append(("damaged", damaged)) }
    return losses.sorted { ($0.count, $1.reason) > ($1.count, $0.reason) }
  }

  /// Returns the sum; counts of a hostile report cannot overflow.
  var lost: Int { losses.reduce(0) { $0.addingReportingOverflow($1.count).partialValue } }
}
