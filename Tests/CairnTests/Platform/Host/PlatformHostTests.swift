import Cairn
import CairnTesting
import Testing

@Suite struct PlatformHostTests {
  /// Returns the first signal, and ignores later ones.
  func first(of source: any SignalSource) async -> HostSignal {
    let heard = Log<HostSignal>()
    source.start { heard.append($0) }
    let signals = await heard.items { !$0.isEmpty }
    source.stop()
    return signals[0]
  }

  #if os(Linux)
  @Test("on Linux the links are reported soon after the start, on another thread")
  func netlink() async {
    var link = NetworkInterface(name: "wlan0")
    (link.isRunning, link.hasAddress, link.kind) = (true, true, .wifi)
    let monitor = NetlinkMonitor(diagnostics: Diagnostics { _ in }) { [link] in [link] }
    #expect(await first(of: monitor) == .network(.wifi))
  }

  @Test("the machine's own interfaces are read: the loopback is one of them, and leads nowhere")
  func interfaces() throws {
    let loopback = try #require(NetworkInterface.all().first { $0.name == "lo" })
    #expect(loopback.isLoopback)
    #expect(!loopback.isLink)
  }
  #endif

  @Test("signals of any part are received, and time is granted by the first part that has some")
  func joined() {
    let (silent, talking, giving) = (Part(givesTime: false), ManualHost(), Part(givesTime: true))
    let host = PlatformHost(lifecycles: [silent, giving], others: [talking])
    let heard = Locked<[HostSignal]>([])
    host.start { signal in heard.withLock { $0.append(signal) } }
    talking.isOnline = false
    giving.handle.withLock { $0 }?(.background)
    #expect(heard.withLock { $0 } == [.offline, .background])
    #expect(host.time(for: "x") {} != nil)
    #expect(giving.handle.withLock { $0 } != nil)
    host.stop()
    talking.isOnline = true
    #expect(heard.withLock { $0.count } == 2)
    #expect(PlatformHost(lifecycles: [silent], others: []).time(for: "x") {} == nil)
  }

  /// A part whose signals a test sends.
  final class Part: Host {
    let givesTime: Bool
    let handle = Locked<(@Sendable (HostSignal) -> Void)?>(nil)

    init(givesTime: Bool) { self.givesTime = givesTime }

    func start(_ handle: @escaping @Sendable (HostSignal) -> Void) {
      self.handle.withLock { $0 = handle }
    }
    func stop() { handle.withLock { $0 = nil } }
    func time(for purpose: String, onExpiry: @escaping @Sendable () -> Void) -> BackgroundTime? {
      givesTime ? BackgroundTime() : nil
    }
  }

  @Test("time ends once, and a late listener is notified at once")
  func hostTime() {
    let time = BackgroundTime()
    let count = Locked(0)
    time.whenEnded { count.withLock { $0 += 1 } }
    #expect(!time.isEnded)
    time.end()
    time.end()
    #expect(count.withLock { $0 } == 1)
    time.whenEnded { count.withLock { $0 += 10 } }
    #expect(count.withLock { $0 } == 11)
  }
}
