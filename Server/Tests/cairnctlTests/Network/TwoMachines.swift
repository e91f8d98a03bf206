import ToolTestSupport
import Foundation

/// Two machines with a cable between them: network namespaces with a pair of virtual links.
final class TwoMachines {
  struct Failure: Error {
    let command: String
    let text: String
  }

  enum Side: String {
    case server, client
  }

  static let serverAddress = "10.199.77.1"

  private let name = "cairn\(UUID().uuidString.prefix(6).lowercased())"

  /// Whether this process may create them, which requires Linux, `ip` and the superuser.
  static var areAllowed: Bool {
    guard let machines = try? TwoMachines() else { return false }
    machines.remove()
    return true
  }

  init() throws {
    do {
      for side in [Side.server, .client] { try ip("netns", "add", space(side)) }
      try ip(
        "link", "add", link(.server), "netns", space(.server), "type", "veth", "peer", "name",
        link(.client), "netns", space(.client))
      try address(.server, Self.serverAddress)
      try address(.client, "10.199.77.2")
    } catch {
      remove()
      throw error
    }
  }

  func remove() {
    for side in [Side.server, .client] { try? ip("netns", "del", space(side)) }
  }

  /// Unplugs the cable on one side, or plugs it in.
  func set(_ side: Side, up: Bool) throws {
    try ip("-n", space(side), "link", "set", link(side), up ? "up" : "down")
  }

  /// Returns when the kernel reports the cable as connected on both sides, which takes up to a
  /// second.
  func waitUntilConnected() throws {
    for side in [Side.server, .client] {
      while try !show(side).contains("state UP") {}
    }
  }

  private func show(_ side: Side) throws -> String {
    let arguments = ["-n", space(side), "-oneline", "link", "show", "dev", link(side)]
    return try Command.run(URL(fileURLWithPath: Self.program), arguments).output
  }

  /// Returns the command that runs the program with its arguments on that machine.
  func command(on side: Side, _ arguments: [String]) -> [String] {
    [Self.program, "netns", "exec", space(side)] + arguments
  }

  private func address(_ side: Side, _ address: String) throws {
    try ip("-n", space(side), "address", "add", "\(address)/24", "dev", link(side))
    try ip("-n", space(side), "link", "set", "lo", "up")
    try set(side, up: true)
  }

  private func space(_ side: Side) -> String { "\(name)-\(side.rawValue)" }

  /// Returns the name of a link, at most 15 letters.
  private func link(_ side: Side) -> String { "\(name)\(side.rawValue.prefix(1))" }

  private func ip(_ arguments: String...) throws {
    guard FileManager.default.isExecutableFile(atPath: Self.program) else {
      throw Failure(command: "ip", text: "there is none")
    }
    let result = try Command.run(URL(fileURLWithPath: Self.program), arguments)
    guard result.status == 0 else {
      throw Failure(command: arguments.joined(separator: " "), text: result.error)
    }
  }

  private static let program =
    ["/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    } ?? "/usr/sbin/ip"
}
