import Cairn
import Testing

/// P9: the cost of a long backlog for a destination that accepts few events.
@Suite struct BatchSelectionTests {
  private static let payload: [UInt8] = {
    var buffer = OutputBuffer(capacity: 64)
    EventRecord(id: EventID(high: 1, low: 2), kind: .track, time: 3).writeHeader(
      into: &buffer)
    buffer.append(Array("{}".utf8))
    return Array(buffer.bytes)
  }()

  @Test("the selection of a batch remembers few of a million unwanted events")
  func manyUnwanted() {
    var selection = BatchSelection(BatchLimits(), for: Audience(destination: "none"))
    let lane = LaneID(rawValue: 7)
    var (most, taken) = (0, 0)
    for index in UInt32(1)...1_000_000 {
      let goesOn = Self.payload.withUnsafeBytes { payload in
        selection.add(
          .event(Position(lane: lane, index: index), payload: payload, preamble: []),
          accepts: { _ in false })
      }
      taken += goesOn ? 1 : 0
      most = max(most, selection.unwanted.count)
    }
    #expect(taken == 1_000_000 && selection.filtered.total == 1_000_000)
    #expect(most <= 2 * RecentDispositions.capacity, "\(most) identifiers")
    #expect(selection.unwanted.count >= RecentDispositions.capacity)
  }
}
