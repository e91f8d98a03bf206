import Cairn
import CairnTesting
import Testing

@Suite struct SealedItemsDamageTests {
  struct Names: Destination {
    let name = "names"

    func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
      MappedBatch(events, context: context) { ["name": .string($0.name)] }.body
    }

    func deliver(_ batch: Batch) async -> Outcome { .accepted }
  }

  @Test("a body without the end of its batch is refused")
  func cutOff() async {
    let events = await CapturedEvents.recording { analytics in
      for name in ["A", "B", "C"] { analytics.track(name) }
    }
    let whole = events.batch(for: Names())
    let lines = whole.body.split(separator: UInt8(ascii: "\n"))
    for count in 0...3 {
      let body = lines.prefix(count).flatMap { $0 + [UInt8(ascii: "\n")] }
      let batch = Batch(
        key: whole.key, events: whole.events, body: body, attempt: 0, milliseconds: 0)
      #expect(MappedBatch(batch)?.items.count == (count == 3 ? 3 : nil))
    }
  }
}
