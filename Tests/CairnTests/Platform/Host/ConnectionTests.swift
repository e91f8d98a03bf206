import Cairn
import Testing

/// The signals for changes of the network connection.
@Suite struct ConnectionTests {
  @Test("every change is reported once, and a network at the start is not reported")
  func changes() {
    var connection = Connection()
    #expect(connection.change(to: .init(.wifi)) == [.network(.wifi)])
    #expect(connection.change(to: .init(.wifi)) == [])
    #expect(connection.change(to: nil) == [.offline])
    #expect(connection.change(to: nil) == [])
    #expect(connection.change(to: .init(.wifi)) == [.online])
    #expect(connection.change(to: .init(.cellular)) == [.network(.cellular), .online])
  }

  @Test("a start without a network is reported as offline")
  func startOffline() {
    var connection = Connection()
    #expect(connection.change(to: nil) == [.offline])
    #expect(connection.change(to: .init(.wired)) == [.network(.wired), .online])
  }

  @Test("a new address is another network, and a removed one is not")
  func addresses() {
    var connection = Connection()
    _ = connection.change(to: .init(.wired, addresses: ["a"]))
    #expect(connection.change(to: .init(.wired, addresses: ["a", "b"])) == [.online])
    #expect(connection.change(to: .init(.wired, addresses: ["b"])) == [])
    #expect(connection.change(to: .init(.wired, addresses: ["c"])) == [.online])
  }

  func link(
    _ name: String, _ kind: NetworkKind = .wired,
    _ change: (inout NetworkInterface) -> Void = { _ in }
  ) -> NetworkInterface {
    var link = NetworkInterface(name: name)
    link.isRunning = true
    link.hasAddress = true
    link.addresses = [[10, 0, 0, 1]]
    link.kind = kind
    change(&link)
    return link
  }

  @Test("the loss of a link is the loss of the network; the loopback alone is none")
  func linkGone() {
    let loopback = link("lo", .other) { $0.isLoopback = true }
    var history = LinkHistory()
    #expect(history.look([loopback, link("eth0")], hasNewRoute: false) == [.network(.wired)])
    let down = link("eth0") { $0.isRunning = false }
    #expect(history.look([loopback, down], hasNewRoute: false) == [.offline])
    #expect(history.look([loopback], hasNewRoute: true) == [])
    #expect(history.look([loopback, link("eth0")], hasNewRoute: false) == [.online])
    let bare = link("eth0") { ($0.hasAddress, $0.addresses) = (false, []) }
    #expect(history.look([loopback, bare], hasNewRoute: false) == [.offline])
  }

  @Test("if there never was a link, nothing is reported")
  func neverLinked() {
    let loopback = link("lo", .other) { $0.isLoopback = true }
    var history = LinkHistory()
    #expect(history.look([loopback], hasNewRoute: false) == [])
    #expect(history.look([], hasNewRoute: false) == [])
    #expect(history.look([loopback, link("eth0")], hasNewRoute: false) == [.network(.wired)])
  }

  @Test("a container's link, which has no address but its own, is no other network")
  func containers() {
    var history = LinkHistory()
    _ = history.look([link("eth0")], hasNewRoute: false)
    let container = link("veth1") { $0.addresses = [] }
    #expect(history.look([link("eth0"), container], hasNewRoute: false) == [])
    #expect(history.look([link("eth0")], hasNewRoute: false) == [])
  }

  @Test("a default route that is added after the link is a reason to try again")
  func route() {
    var history = LinkHistory()
    _ = history.look([link("eth0")], hasNewRoute: false)
    #expect(history.look([link("eth0")], hasNewRoute: true) == [.online])
  }

  @Test("hardware ranks before software interfaces, and wired before wireless ones")
  func kind() {
    let bridge = link("docker0", .wired)
    let wifi = link("wlan0", .wifi) { $0.isPhysical = true }
    let wire = link("enp1s0", .wired) { $0.isPhysical = true }
    var history = LinkHistory()
    #expect(history.look([bridge, wifi], hasNewRoute: false) == [.network(.wifi)])
    let docked = history.look([bridge, wifi, wire], hasNewRoute: false)
    #expect(docked == [.network(.wired), .online])
  }

  /// Returns a kernel message: its length, type, and the route's family, two lengths, tos and
  /// table.
  func message(_ type: UInt16, _ body: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    withUnsafeBytes(of: UInt32(16 + body.count)) { bytes += $0 }
    withUnsafeBytes(of: type) { bytes += $0 }
    bytes += [UInt8](repeating: 0, count: 10) + body
    return bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }

  @Test("a new default route of the main table is found among the kernel's messages")
  func messages() {
    let route: [UInt8] = [2, 0, 0, 0, 254, 3, 0, 1, 0, 0, 0, 0]
    let network: [UInt8] = [2, 24, 0, 0, 254, 3, 0, 1, 0, 0, 0, 0]
    let local: [UInt8] = [10, 0, 0, 0, 255, 3, 0, 1, 0, 0, 0, 0]
    #expect(NetlinkMessages.haveDefaultRoute(message(24, route)))
    #expect(NetlinkMessages.haveDefaultRoute(message(20, [1]) + message(24, route)))
    #expect(!NetlinkMessages.haveDefaultRoute(message(25, route)))
    #expect(!NetlinkMessages.haveDefaultRoute(message(24, network) + message(24, local)))
  }

  @Test("messages that are truncated, or have a wrong length, are not routes")
  func malformed() {
    let whole = message(24, [2, 0, 0, 0, 254, 3, 0, 1])
    for count in 0..<whole.count { #expect(!NetlinkMessages.haveDefaultRoute(whole.prefix(count))) }
    #expect(!NetlinkMessages.haveDefaultRoute([UInt8](repeating: 0, count: 64)))
    #expect(!NetlinkMessages.haveDefaultRoute([UInt8](repeating: 0xFF, count: 64)))
    #expect(!NetlinkMessages.haveDefaultRoute(message(24, [2, 0])))
  }
}
