import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct SessionThreadTests {
  @Test("each event of any thread is between the begin and the end of its session")
  func threads() async throws {
    let scene = ContextFixture()
    let analytics = scene.start()
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 0..<200 {
            if thread == 0, number % 20 == 0 { scene.clock.advance(bySeconds: 1_800) }
            analytics.track("Event", ["thread": .int(thread)])
          }
        }
      }
    }
    let events = await scene.delivered(by: analytics)
    #expect(events.named("Event").count == 800)
    var current: String?
    for event in events {
      switch event.name {
      case SessionEvent.started:
        #expect(current == nil)
        current = event.session
      case SessionEvent.ended:
        #expect(event.session == current)
        current = nil
      default: #expect(event.session == current && current != nil)
      }
    }
    let numbers = events.named(SessionEvent.started).map { $0.properties["session_number"] }
    #expect(numbers.count >= 2)
    #expect(numbers == (1...numbers.count).map(Value.int))
    await analytics.close()
  }
}
