import Cairn

/// The checks of the limits of batches and requests.
extension DestinationConformance {
  /// The number of events that is enough to check a limit, where the limit is higher.
  private static let mostEvents = 2_500

  func limits() async -> ConformanceReport.Result {
    let subject = subject()
    let testing = TestAnalytics(.conformance { _ in }, deliveringTo: subject.destination)
    let limits = subject.destination.limits
    let count = min(Self.mostEvents, limits.events > Self.mostEvents ? .max : 2 * limits.events + 1)
    for number in 1...count { record(testing.analytics, number) }
    await settle(testing)
    let row = testing.analytics.ledger().destinations.first
    await testing.analytics.close()
    var issues = testing.destination.batches.compactMap { batch -> String? in
      let bytes = batch.events.reduce(0) { $0 + $1.json.count }
      guard batch.events.count > limits.events || batch.events.count > 1 && bytes > limits.bytes
      else { return nil }
      return "a batch of \(batch.events.count) events and \(bytes) bytes"
    }
    if let row, row.delivered != UInt64(count) {
      issues.append("\(row.delivered) of \(count) events arrived")
    }
    return ConformanceReport.Result(
      issues + tooLarge(subject) + repeated(subject, testing.destination))
  }

  func tooLarge(_ subject: ConformanceSubject) -> [String] {
    guard let requestBytes else { return [] }
    return subject.delivered.filter { $0.count > requestBytes }
      .map { "a request of \($0.count) bytes; the back end accepts \(requestBytes)" }
  }

  /// Finds identifiers that were sent more than once.
  private func repeated(
    _ subject: ConformanceSubject, _ recorder: RecordingDestination
  ) -> [String] {
    guard excused[.identifiers] == nil else { return [] }
    var seen: Set<String> = []
    var issues: [String] = []
    let known = Set(recorder.events.map { identifier($0.id) })
    for bytes in subject.delivered {
      let ids = Self.words(bytes).intersection(known)
      if let requestEvents, ids.count > requestEvents {
        issues.append("a request of \(ids.count) events; the back end accepts \(requestEvents)")
      }
      let again = seen.intersection(ids)
      if !again.isEmpty { issues.append("\(again.count) events were sent twice") }
      seen.formUnion(ids)
    }
    return issues
  }

  /// Splits the text into words, since a search for each of many identifiers in a long text would
  /// take minutes.
  private static func words(_ bytes: [UInt8]) -> Set<String> {
    let separates = separates
    let parts = bytes.split { separates[Int($0)] }
    return Set(parts.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Whether a byte cannot be part of an identifier, by byte.
  private static let separates = (0..<256).map { byte in
    let scalar = Unicode.Scalar(UInt8(byte))
    return !(scalar.isASCII && scalar.properties.isAlphabetic) && !("0"..."9" ~= scalar)
      && scalar != "-" && scalar != "_"
  }
}
