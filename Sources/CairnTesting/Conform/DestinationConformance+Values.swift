public import Cairn

/// The checks of values that some encoders change.
extension DestinationConformance {
  /// The properties of one event that are searched for in the request, by name.
  ///
  /// A number may arrive as the text of the same number, and 20.0 as 20.
  public static let probes: [String: Value] = [
    "largest integer": .int(.max), "smallest integer": .int(.min),
    "integer beyond a double": 9_007_199_254_740_993, "zero": 0, "tenth": 0.1,
    "smallest double": .double(.leastNonzeroMagnitude),
    "largest double": .double(.greatestFiniteMagnitude), "whole double": .double(20),
    "negative double": -1.5, "empty text": "", "emoji": "👩‍👩‍👧‍👦🏳️‍🌈",
    "line separators": "a\u{2028}b\u{2029}c", "controls": "\u{1}\t\r\n\u{1F}\u{7F}",
    "quotes": #"a "b" 'c' \d\ /e/"#, "combining": "e\u{301}", "right to left": "\u{202E}שלום",
    "markup": "</script><!-- & -->", "percent": "100 % of %41 + 1 & 2 = 3; #4?",
    "replacement": "\u{FFFD}\u{FEFF}",
  ]

  func values() async -> ConformanceReport.Result {
    let subject = subject()
    let events = subject.wanted(await .recording { recordNamed($0, "Probe", Self.probes) })
    guard !events.events.isEmpty else { return .skipped("it does not accept the event") }
    let outcome = await subject.destination.deliver(subject.batch(events))
    guard case .accepted = outcome else { return .failed("the event was not accepted: \(outcome)") }
    let leaves = subject.delivered.reduce(into: Set<Value>()) {
      $0.formUnion(WireBody(bytes: $1).leaves)
    }
    let texts = Set(leaves.compactMap(\.utf8))
    let lost = Self.probes.filter { name, value in
      excusedValues[name] == nil
        && !value.forms.contains { form in
          form.utf8.map(texts.contains) ?? leaves.contains(form)
        }
    }
    return ConformanceReport.Result(
      lost.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value) did not arrive" })
  }
}

extension Value {
  /// The bytes of a string: strings may be equal although their bytes differ.
  fileprivate var utf8: [UInt8]? {
    if case .string(let text) = self { Array(text.utf8) } else { nil }
  }

  /// The forms that count as the same value.
  fileprivate var forms: [Value] {
    switch self {
    case .int(let integer): [self, .string("\(integer)")]
    case .double(let number):
      [self, .string("\(number)")]
        + (Int(exactly: number).map { [.int($0), .string("\($0)")] } ?? [])
    default: [self]
    }
  }
}
