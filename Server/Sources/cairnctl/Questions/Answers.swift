import Cairn
import CairnCollector
import Foundation

/// The answer of `/v1/trend`.
struct TrendAnswer: Decodable {
  struct Series: Decodable {
    var label: String?
    var values: [Int]
    var total: Int
  }

  var starts: [String]
  var series: [Series]
  var readFrom: String?

  /// The starts as the clocks of the zone show them.
  func labels(unit: String, zone: String) -> [String] {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: zone)
    formatter.dateFormat = unit == "hour" ? "yyyy-MM-dd HH:mm" : "yyyy-MM-dd EEE"
    return starts.map { start in
      let seconds = Timestamp.microseconds(start).map { Double($0) / 1_000_000 }
      return formatter.string(from: Date(timeIntervalSince1970: seconds ?? 0))
    }
  }
}

/// The answer of `/v1/funnel`.
struct FunnelAnswer: Decodable {
  struct Step: Decodable {
    var name: String
    var users: Int
    var medianSeconds: Double?
  }

  var steps: [Step]
}

/// The answer of `/v1/search`.
struct SearchAnswer: Decodable {
  struct Event: Decodable {
    var project: String
    var messageId: String
    var type: String
    var name: String?
    var userId: String?
    var anonymousId: String?
    var timestamp: String
    var event: Body
  }

  /// The event as it was sent.
  struct Body: Decodable {
    var properties: StoredValue?
    var traits: StoredValue?
  }

  var events: [Event]
  var next: String?
}
