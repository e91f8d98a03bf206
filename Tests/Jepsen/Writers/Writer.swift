import Cairn
import CairnTesting
import Foundation

/// The command `writer`: one life of a process that records until it is killed or told to end.
final class Writer {
  let plan: Plan
  let life: Int
  let acks: AckLog
  let mark: OperationMark
  let disk = DiskSwitch()
  let clock = JumpingClock()
  let analytics: Analytics
  var dice: Dice
  var number = 0
  var forks = 0
  let begun = BlockingSleep.now
  private let folder: String
  /// The number of initial events, each in its own segment, which a destination that never responds
  /// keeps.
  private let backlog: Int
  private let orders = Orders()
  private var isCalm = true

  init(_ options: Options) throws {
    folder = try options.required("round")
    life = try options.number("life", 1)
    dice = Dice(seed: try options.number("seed", UInt64(1)))
    plan = try Plan.read(folder)
    acks = try AckLog("\(folder)/acks-\(life)")
    mark = try OperationMark("\(folder)/now-\(life)")
    let files = disk.files(plan.hasDiskSwitch)
    backlog = try options.number("backlog", 0)
    var places = plan
    if backlog > 0 { places.places.append(Plan.Place(name: "gone", port: 1, events: 10)) }
    analytics = Analytics(try places.configuration(folder, clock: clock, files: files))
  }

  func run() async throws {
    orders.listen()
    // Events in memory end with the process, and no receipt is recorded for them.
    guard !analytics.ledger().isInMemory else { exit(7) }
    acks.put("w \(analytics.anonymousID) \(analytics.userID ?? "-")")
    if backlog > 0 { makeBacklog() }
    if analytics.consent == .denied { grant() }
    Orders.say("ready")
    while true {
      for order in orders.take() { await obey(order) }
      if isCalm {
        mark.operation = .resting
        BlockingSleep.milliseconds(5)
      } else {
        await act()
      }
    }
  }

  private func makeBacklog() {
    let state = "\(folder)/journal/\(Plan.instance)/v1/dest/gone/state"
    let deadline = BlockingSleep.now + 20_000
    while !FileManager.default.fileExists(atPath: state), BlockingSleep.now < deadline {
      BlockingSleep.milliseconds(10)
    }
    for _ in 0..<backlog { track(length: plan.segmentBytes * 7 / 8) }
  }

  private func obey(_ order: [Substring]) async {
    let number = order.dropFirst().last.flatMap { Int($0) } ?? 0
    switch order.first {
    case "go": isCalm = false
    case "calm": isCalm = true
    case "track": for _ in 0..<number { track() }
    case "disk": disk.fail(order.dropFirst().first.map(String.init) ?? "", milliseconds: number)
    case "moment":
      // The failure begins before the response to the order, so that the disk is still full then.
      disk.fail("full", milliseconds: number)
      track()
    case "clock": clock.jump(bySeconds: Int64(number))
    case "fork": fork(number)
    case "flush": await analytics.flush()
    case "report": break
    case "end":
      mark.operation = .ending
      await analytics.close(flushingForSeconds: 0)
      Orders.say("ended")
      exit(0)
    default: break
    }
    Orders.say(WriterReport(analytics, disk).line)
  }
}
