import Foundation
import Testing
import ToolSupport

@Suite("Signals that end a tool", .serialized) struct InterruptionTests {
  @Test("a signal is noticed from the first statement of the work on, each time")
  func atOnce() async {
    for number in [SIGTERM, SIGINT, SIGTERM, SIGTERM] {
      do {
        try await Interruption.watching {
          kill(getpid(), number)
          // Until the task is cancelled.
          let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
          for await _ in stream {}
          continuation.finish()
        }
        Issue.record("the work ended by itself")
      } catch {
        #expect((error as? Interruption)?.signal == number)
      }
    }
  }

  @Test("work that ends before a signal returns its result")
  func result() async throws {
    #expect(try await Interruption.watching { 7 } == 7)
  }
}
