/// The way of an event: tracked, sent, received and stored, and received again.
struct Journey: Sendable {
  struct Step: Sendable {
    var title: String
    var note: String
    var time: Int64?
    /// The time since the step before, when both times are of the same clock.
    var since: Int64?
  }

  let steps: [Step]

  init(_ event: StoredEvent, repeats: Int) {
    let tracked = event.originalTimestamp.flatMap(Timestamp.microseconds)
    let sent = event.sentAt.flatMap(Timestamp.microseconds)
    var steps = [
      Step(
        title: "Tracked",
        note: tracked == nil
          ? "the sender stated no time" : "originalTimestamp, by the clock of the device",
        time: tracked),
      Step(
        title: "Sent",
        note: sent == nil
          ? "the sender stated no time"
          : "sentAt: the attempt that arrived, by the clock of the device",
        time: sent, since: Self.difference(tracked, sent)),
      Step(
        title: "Received and stored",
        note: "by the clock of the collector; the response was sent after the commit",
        time: event.receivedAt),
    ]
    if tracked != nil || sent != nil {
      steps.append(
        Step(
          title: "Counted as happened",
          note: "the time of the collector, less the time that the event waited on the device",
          time: event.timestamp))
    }
    steps.append(
      Step(
        title: repeats == 0 ? "Came once" : "Came \(Words.number(repeats + 1)) times",
        note: repeats == 0
          ? "no repetition was received" : "each repetition was answered as a duplicate"))
    self.steps = steps
    waited = event.receivedAt - event.timestamp
  }

  /// The time that the event waited on the device, as far as the sender stated it.
  let waited: Int64

  func html(_ zone: ZonedTime) -> HTML {
    let items = steps.map { step -> HTML in
      let time: HTML =
        step.time.map { "<time datetime=\"\(zone.exact($0))\">\(zone.text($0))</time>" } ?? ""
      let since: HTML =
        step.since.map { " <span class=\"since\">after \(Words.duration($0))</span>" } ?? ""
      return """
        <li><strong>\(step.title)</strong>\(since)\(time)<span class="fine">\(step.note)</span></li>
        """
    }
    return """
      <ol class="journey">\(items)</ol>
      <p class="fine">Waited on the device: \(Words.duration(waited)). Times in \(zone.name).</p>
      """
  }

  func table(_ zone: ZonedTime) -> DataTable {
    DataTable(
      name: "journey", caption: "Journey",
      columns: [
        .init(name: "step", title: "Step"), .init(name: "time", title: "Time"),
        .init(name: "note", title: "Note"),
      ],
      rows: steps.map { [.label($0.title), $0.time.map { .time($0) } ?? .none, .label($0.note)] })
  }

  private static func difference(_ first: Int64?, _ second: Int64?) -> Int64? {
    guard let first, let second else { return nil }
    return second - first
  }
}
