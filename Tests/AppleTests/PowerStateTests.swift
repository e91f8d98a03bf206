#if canImport(UIKit) || canImport(AppKit) || canImport(WatchKit)
import Cairn
import Foundation
import Testing

#if canImport(UIKit)
import UIKit
#elseif canImport(AppKit)
import AppKit
#else
import WatchKit
#endif

extension SystemTests {
  @Suite struct PowerStateTests {
    @Test("low power mode is reported at the start if it is on, and at each change")
    func signals() {
      let heard = Locked<[HostSignal]>([])
      StubPower.shared.isLow = true
      let power = PowerState()
      power.start { signal in heard.withLock { $0.append(signal) } }
      StubPower.shared.isLow = false
      StubPower.shared.isLow = true
      #expect(heard.withLock { $0 } == [.lowPower(true), .lowPower(false), .lowPower(true)])
      power.stop()
      StubPower.shared.isLow = false
      #expect(heard.withLock { $0.count } == 3)
    }
  }
}
#endif
