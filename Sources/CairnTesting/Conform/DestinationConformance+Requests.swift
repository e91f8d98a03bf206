import Cairn
import Foundation

/// The checks of requests, at the first attempt and at later ones.
extension DestinationConformance {
  func identifiers() async -> ConformanceReport.Result {
    let subject = subject()
    let events = subject.wanted(await samples(5))
    guard !events.events.isEmpty else { return .failed("it accepts none of the events") }
    _ = await subject.destination.deliver(subject.batch(events))
    let text = subject.delivered.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    var (issues, place): ([String], String.Index) = ([], text.startIndex)
    for event in events.events {
      let id = identifier(event.id)
      if let range = text.range(of: id, range: place..<text.endIndex) {
        place = range.upperBound
      } else {
        issues.append(
          text.contains(id) ? "\(id) comes before an earlier event" : "\(id) is not in the request")
      }
    }
    return ConformanceReport.Result(issues)
  }

  /// Sends the same batch three times, by one instance and then by another.
  func resends() async -> ConformanceReport.Result {
    let events = await samples(3)
    let (first, second) = (subject(offline()), subject(offline()))
    let batch = first.batch(first.wanted(events))
    _ = await first.destination.deliver(batch)
    _ = await first.destination.deliver(batch.again(attempt: 1, afterSeconds: 7))
    _ = await second.destination.deliver(batch.again(attempt: 2, afterSeconds: 3_600))
    let requests = (first.transport.requests + second.transport.requests).map(stable)
    guard requests.count >= 3, requests.count.isMultiple(of: 3) else {
      return .failed("three attempts made \(requests.count) requests")
    }
    let size = requests.count / 3
    return compare((0..<3).map { Array(requests[$0 * size..<($0 + 1) * size]) })
  }

  /// Sends the same batch in three launches, through the engine, on a disk that is kept.
  func relaunch() async -> ConformanceReport.Result {
    let (transport, storage, clock) = (offline(), TestStorage(), ManualClock())
    var attempts: [[String]] = []
    for launch in 0..<3 {
      let testing = TestAnalytics(
        .conformance { _ in }, deliveringTo: subject(transport).destination, clock: clock,
        storage: storage)
      if launch == 0 { for number in 1...3 { record(testing.analytics, number) } }
      let before = transport.requests.count
      await testing.analytics.flush()
      attempts.append(transport.requests.dropFirst(before).map(stable))
      await testing.analytics.engine?.stop()
      clock.advance(bySeconds: 600)
    }
    let (first, all) = (attempts[0], attempts.flatMap(\.self))
    guard !first.isEmpty else { return .failed("nothing was sent") }
    // A launch may make an attempt by itself, before the flush.
    guard all.count.isMultiple(of: first.count) else {
      return .failed("an attempt of \(first.count) requests was repeated with another number")
    }
    return compare(
      stride(from: 0, to: all.count, by: first.count).map { Array(all[$0..<$0 + first.count]) })
  }

  /// Returns the given number of events, or as many as the destination accepts in a batch.
  func samples(_ count: Int) async -> CapturedEvents {
    let most = max(1, min(count, subject().destination.limits.events))
    return await .recording { analytics in
      for number in 1...most { record(analytics, number) }
    }
  }

  func offline() -> RecordingTransport { RecordingTransport(otherwise: { _ in .offline }) }

  private func compare(_ attempts: [[String]]) -> ConformanceReport.Result {
    var issues: [String] = []
    for (number, attempt) in attempts.enumerated().dropFirst() where attempt != attempts[0] {
      issues.append("attempt \(number + 1) differs:")
      issues += Difference.lines(
        attempts[0].joined(separator: "\n"), attempt.joined(separator: "\n"))
    }
    return ConformanceReport.Result(issues)
  }

  /// Returns a request as text, without the parts that may differ between attempts.
  private func stable(_ request: HTTPRequest) -> String {
    var address = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
    let query = address?.queryItems?.filter { !attemptFields.contains($0.name) }
    address?.queryItems = query
    let ignored = Set(attemptHeaders.map { $0.lowercased() })
    let headers = request.headers.filter { !ignored.contains($0.name.lowercased()) }
      .map { "\($0.name): \($0.value)" }.sorted()
    let line = "\(request.method) \(address?.string ?? request.url.absoluteString)"
    return ([line] + headers + [stable(WireBody(request))]).joined(separator: "\n")
  }

  private func stable(_ body: WireBody) -> String {
    guard !attemptFields.isEmpty, !body.documents.isEmpty else { return body.text }
    return body.documents.map { String(decoding: $0.without(attemptFields).json, as: UTF8.self) }
      .joined(separator: "\n")
  }
}

/// The differences between two texts.
enum Difference {
  static func lines(_ first: String, _ second: String) -> [String] {
    let common = first.commonPrefix(with: second).count
    return [first, second].map { text in
      let start = text.index(text.startIndex, offsetBy: max(0, common - 40))
      return "  …\(text[start...].prefix(120))"
    }
  }
}
