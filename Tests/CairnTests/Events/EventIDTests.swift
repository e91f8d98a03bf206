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
      let next = generator.next(wall: wall)
      #expect(next > last)
      last = next
    }
  }

  @Test("they are UUIDs of version 7 with the time")
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
}
