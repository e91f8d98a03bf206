import ArgumentParser
import Cairn
import CairnServer
import Foundation

/// The sample shop's app as a process, which `try` starts and kills.
///
/// For each event it prints the event's number after `track` has returned. It ends when its input
/// ends: then it delivers the rest.
@available(macOS 14, *)
struct TryShopCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "try-shop", abstract: "Run the sample shop of try, which starts and kills it.",
    shouldDisplay: false)

  @Option(help: "The folder of the devices.") var folder: String
  @Option(help: "The collector.") var endpoint: String
  @Option(help: "The number of the first event.") var first: Int
  @Option(help: "Events a second.") var rate: Double
  @Option(help: "The number of devices.") var devices = 6

  func run() async throws {
    guard let endpoint = URL(string: endpoint) else { throw ValidationError("no endpoint") }
    // An app of which each visitor has a device.
    let devices = (0..<devices).map { Device($0, endpoint, in: folder, seed: UInt64(first)) }
    let input = Task.detached { while readLine() != nil {} }
    var number = first
    let ended = EndOfInput()
    Task {
      await input.value
      ended.set()
    }
    while !ended.isSet {
      let device = devices[number % devices.count]
      device.track(number)
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
      number += 1
      try await Task.sleep(for: .seconds(1 / rate))
    }
    for device in devices { await device.finish() }
  }
}

/// Whether the standard input has ended.
private final class EndOfInput: Sendable {
  private let value = Locked(false)

  var isSet: Bool { value.withLock { $0 } }

  func set() { value.withLock { $0 = true } }
}

/// One device of a visitor, with an instance of the SDK and a journal of its own.
private final class Device: Sendable {
  private let analytics: Analytics
  private let visits: Locked<(ShopVisits, [ShopVisits.Step])>

  init(_ number: Int, _ endpoint: URL, in folder: String, seed: UInt64) {
    var configuration = Configuration(writeKey: "shop", endpoint: endpoint)
    configuration.directory = URL(fileURLWithPath: "\(folder)/device-\(number)")
    configuration.transport = AsyncHTTPClientTransport(timeout: 5)
    configuration.flushInterval = 0.5
    configuration.lossReportInterval = 60
    configuration.retry = RetryPolicy(firstDelay: 0.25, maximumDelay: 2)
    analytics = Analytics(configuration)
    visits = Locked((ShopVisits(seed: seed &* 31 &+ UInt64(number)), []))
    // Some visitors are signed in.
    let names = ["ada", "grace", "edsger", "barbara"]
    if number < names.count, analytics.userID == nil {
      analytics.identify(names[number], traits: ["plan": number == 0 ? "member" : "free"])
    }
  }

  func track(_ number: Int) {
    let step = visits.withLock { state in
      if state.1.isEmpty { state.1 = state.0.next().reversed() }
      return state.1.removeLast()
    }
    analytics.track(step.name, step.properties.merging([TryProof.key: .int(number)]) { $1 })
  }

  func finish() async {
    let deadline = ContinuousClock.now + .seconds(30)
    while await !analytics.flush().isComplete, .now < deadline {
      try? await Task.sleep(for: .milliseconds(200))
    }
    await analytics.close()
  }
}
