import Cairn

/// Tracks events that contain the writer and a number, and never uses a number twice.
struct NumberedEvents {
  private let writer: Int
  private let analytics: Analytics
  private let witness: Witness
  private var number: Int

  init(writer: Int, analytics: Analytics, witness: Witness) {
    self.writer = writer
    self.analytics = analytics
    self.witness = witness
    number = witness.firstNumber
  }

  mutating func next() throws {
    let mark: [String: Value] = ["writer": .int(writer), "number": .int(number)]
    // Most events are plain, and some are of the other kinds, as in an app.
    if number.isMultiple(of: 500) {
      analytics.identify("user-\(writer)", traits: mark)
    } else if number.isMultiple(of: 10) {
      analytics.screen("Products", mark)
    } else {
      analytics.track("Product Viewed", mark)
    }
    try witness.acknowledge(number)
    number += 1
  }
}
