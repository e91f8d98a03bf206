import Cairn

/// The checks of the destination's own properties.
extension DestinationConformance {
  func name() -> ConformanceReport.Result {
    let names = [subject(), subject()].map(\.destination.name)
    var issues: [String] = []
    if names[0] != names[1] {
      issues.append("it is \(names[0]) in one instance and \(names[1]) in another")
    }
    if names[0] != FileName.safe(names[0]) {
      issues.append("\"\(names[0])\" would become \"\(FileName.hashed(names[0]))\"")
    }
    return ConformanceReport.Result(issues)
  }

  func settings() -> ConformanceReport.Result {
    let settings = [subject(), subject()].map(\.destination.settings)
    guard settings[0] == settings[1] else {
      return .failed("two instances of one configuration differ")
    }
    var known = [settings[0]: "the destination itself"]
    var issues: [String] = []
    for (name, make) in variants.sorted(by: { $0.key < $1.key }) {
      let settings = make().settings
      if let other = known[settings] {
        issues.append("those of \"\(name)\" equal those of \(other)")
      }
      known[settings] = "\"\(name)\""
    }
    if variants.isEmpty, !isLocal {
      return .skipped("`variants` has no destination with another key or address")
    }
    return ConformanceReport.Result(issues)
  }

  func acceptance() async -> ConformanceReport.Result {
    let events = await CapturedEvents.recording(recordHardEvents).events
    let destinations = [subject(), subject()].map(\.destination)
    let asked = events + events.reversed()
    let answers = asked.map { event in destinations.map { $0.accepts(event) } }
    return ConformanceReport.Result(
      zip(asked, answers).filter {
        $1 != [$1[0], $1[0]] || $1 != answers[asked.firstIndex(of: $0)]
      }
      .map { "\($0.0.kind.name) \($0.0.id)" })
  }
}

extension [StoredEvent] {
  fileprivate func firstIndex(of event: StoredEvent) -> Int {
    firstIndex { $0.id == event.id } ?? 0
  }
}
