import Foundation

@testable import CairnCollector

/// An event, from which tests compute the expected answers in the plainest way.
struct PlainEvent: Sendable {
  var id: String
  var name: String?
  var user: String?
  var anonymous: String?
  var time: Int64
  var plan: String?

  /// The event as a sender writes it.
  var json: String {
    let type = name == nil ? "identify" : "track"
    var text = #"{"type":"\#(type)","messageId":"\#(id)","timestamp":"\#(Timestamp.text(time))""#
    if let name { text += #","event":"\#(name)""# }
    if let user { text += #","userId":"\#(user)""# }
    if let anonymous { text += #","anonymousId":"\#(anonymous)""# }
    if let plan { text += #","properties":{"plan":"\#(plan)","n":1}"# }
    return text + "}"
  }
}

/// Events of people who sign in, share devices, and send late.
enum PlainEvents {
  static let names = ["Opened", "Searched", "Bought", "Shared"]

  /// Returns events of these days, in the order of arrival.
  static func make(seed: UInt64, count: Int, days: Range<Int64>, people: Int) -> [PlainEvent] {
    var random = PlainRandom(seed)
    return (0..<count).map { number in
      let person = random.below(people)
      let day = days.lowerBound + Int64(random.below(days.count))
      // Few different moments, so that several events have the same time.
      let slot = Int64(random.below(4 * 24 * 6)) * 150_000_000
      let isSignedIn = random.below(3) > 0
      let device = random.below(10) == 0 ? "shared" : "device-\(person)"
      return PlainEvent(
        id: "m\(number)", name: random.below(12) == 0 ? nil : names[random.below(names.count)],
        // Some people never sign in.
        user: isSignedIn && !person.isMultiple(of: 5) ? "user-\(person)" : nil,
        anonymous: !isSignedIn || person.isMultiple(of: 5) || random.below(2) == 0 ? device : nil,
        time: day * 86_400_000_000 + slot,
        plan: ["free", "pro", "é", nil][random.below(4)])
    }
  }
}

/// A generator whose numbers are the same in each run.
struct PlainRandom {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
