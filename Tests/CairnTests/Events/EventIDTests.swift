import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct EventIDTests {
  @Test("identifiers only increase, also within a millisecond and when the clock goes back")
  func monotonic() {
    var generator = EventIDGenerator(SeededRandomness(seed: 5))
    var last = generator.next(wall: 1_000)
    for step in 0..<20_000 {
      let wall: Int64 = step % 3 == 0 ? 900 : 1_000 + Int64(step / 9_000)
      let next = generator.next(wall: WallTime(milliseconds: wall))
      #expect(next > last)
      last = next
    }
  }

  @Test("identifiers are UUIDs of version 7 with the time")
  func layout() {
    var generator = EventIDGenerator(SystemRandomness())
    let id = generator.next(wall: 1_795_225_600_123)
    #expect(id.milliseconds == 1_795_225_600_123)
    let text = Array(id.description)
    #expect(text.count == 36)
    #expect(text[14] == "7")
    #expect("89ab".contains(text[19]))
    #expect(id.uuid.uuidString.lowercased() == id.description)
  }

  @Test("the text of an identifier is that of Foundation's UUID")
  func description() {
    let random = SeededRandomness(seed: 6)
    for digit in 0..<16 as Range<UInt64> {
      let word = digit * 0x1111_1111_1111_1111
      let id = EventID(high: word, low: ~word)
      #expect(id.description == id.uuid.uuidString.lowercased())
    }
    for _ in 0..<10_000 {
      let id = EventID(high: random.next(), low: random.next())
      #expect(id.description == id.uuid.uuidString.lowercased())
    }
  }
}
