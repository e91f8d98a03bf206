import Cairn
import CairnTesting
import Foundation
import Testing

/// Closures that are called repeatedly do not make the stack grow.
@Suite struct ClosureBoxTests {
  /// Returns the stack depth of a closure at the first call and at a late one.
  private static func depths(_ call: (_ report: @escaping @Sendable () -> Void) -> Void) -> [Int] {
    let depths = Locked<[Int]>([])
    call {
      let depth = Thread.callStackReturnAddresses.count
      depths.withLock { $0.append(depth) }
    }
    let all = depths.withLock { $0 }
    return [all.first ?? -1, all.last ?? -2]
  }

  @Test("a closure under a lock is called directly, however often it was reached")
  func underALock() {
    let closure = Locked<ClosureBox<@Sendable () -> Void>?>(nil)
    let depths = Self.depths { report in
      closure.withLock { $0 = ClosureBox(report) }
      for _ in 0..<200 { closure.withLock { $0 }?.call() }
    }
    #expect(depths[0] == depths[1])
  }

  @Test("the stack does not grow with the number of changes of the user")
  func identity() {
    let store = IdentityStore(
      "/identity", files: InMemoryFileSystem(), randomness: SeededRandomness(seed: 1))
    let depths = Self.depths { report in
      store.observe { _, show in
        report()
        show()
      }
      for number in 1...200 {
        _ = try? store.update { current, commit in
          var next = current
          next.userID = "user \(number)"
          commit(next)
        }
      }
    }
    #expect(depths[0] == depths[1])
  }

  @Test("the stack does not grow with the number of changes of consent")
  func consent() {
    let files = InMemoryFileSystem()
    let clock = ManualClock()
    let stores = (1...2).map { _ in
      ConsentStore("/shop", files: files, standard: .granted, diagnostics: Diagnostics { _ in })
    }
    let depths = Self.depths { report in
      stores[0].listen(report)
      for number in 1...200 {
        stores[1].change { $0.consent = number.isMultiple(of: 2) ? .granted : .pending }
        stores[0].look(at: clock.now())
      }
    }
    #expect(depths[0] == depths[1])
  }
}
