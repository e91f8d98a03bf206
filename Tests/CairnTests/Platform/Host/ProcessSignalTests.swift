#if os(Linux)
import Foundation
import Testing

@testable import Cairn

@Suite("Signals of the process itself", .serialized) struct ProcessSignalTests {
  // A signal that no other test and no tool sends; it ends a process that does not watch it.
  private static let number = SIGUSR2

  @Test("a signal is handled each time it is watched, not only the first time")
  func again() async {
    for _ in 0..<5 {
      let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
      let (watched, begun) = AsyncStream.makeStream(of: Void.self)
      let end = ProcessSignals.watch(Self.number, begun: { begun.finish() }) {
        continuation.yield()
      }
      for await _ in watched {}
      kill(getpid(), Self.number)
      var handled = signals.makeAsyncIterator()
      #expect(await handled.next() != nil)
      end()
    }
  }
}
#endif
