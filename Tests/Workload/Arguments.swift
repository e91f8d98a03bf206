import Cairn
import Foundation

/// A command and its options, all of the form `--name value`.
struct Arguments {
  let command: String
  private var options: [String: String] = [:]

  /// An error message for the user.
  struct Failure: Error {
    var text: String
  }

  init(_ words: [String]) throws {
    command = words.dropFirst().first ?? ""
    let rest = Array(words.dropFirst(2))
    for place in stride(from: 0, to: rest.count, by: 2) {
      guard rest[place].hasPrefix("--"), place + 1 < rest.count else {
        throw Failure(text: "\(rest[place]): expected --name value\n\n\(Workload.usage)")
      }
      options[String(rest[place].dropFirst(2))] = rest[place + 1]
    }
  }

  func text(_ name: String) -> String? { options[name] }

  func required(_ name: String) throws -> String {
    guard let value = options[name] else { throw Failure(text: "--\(name) is missing") }
    return value
  }

  func number(_ name: String, _ standard: Int) throws -> Int {
    guard let text = options[name] else { return standard }
    guard let number = Int(text), number >= 0 else { throw Failure(text: "--\(name) \(text)?") }
    return number
  }

  /// Returns the servers, each of which records its requests in a separate file.
  func logs(losing: Int = 0) throws -> [RequestLog] {
    let path = text("requests")
    let milliseconds = try number("takes", 0)
    return try (1...max(1, try number("destinations", 1))).map { place in
      let suffix = place == 1 ? "" : ".\(place)"
      return try RequestLog(
        "log\(suffix)", path.map { $0 + suffix }, losing: losing, takes: milliseconds,
        announces: text("announce") == "yes")
    }
  }

  /// Returns the SDK's configuration for the folder; delivery starts only manually.
  func configuration(_ destinations: [any Destination]) throws -> Configuration {
    var configuration = Configuration(writeKey: "workload", destinations: destinations)
    configuration.directory = URL(fileURLWithPath: try required("directory"))
    configuration.instance = "workload"
    configuration.flushAt = 100_000
    configuration.flushInterval = 86_400
    // These processes are killed deliberately and repeatedly, and need not wait after that.
    configuration.retry = RetryPolicy(firstDelay: 0.01, maximumDelay: 0.1)
    configuration.syncPolicy = try syncPolicy()
    configuration.seams.segmentBytes = try number("segment-bytes", 65_536)
    if let group = text("group") {
      // As on a system that kills a process for holding a lock while it is suspended.
      configuration.appGroup = "group.workload"
      configuration.seams.files = PosixFileSystem(hasLocks: false)
      configuration.seams.allowsLocks = false
      configuration.seams.isExtension = group != "app"
      configuration.seams.leaseDuration = .milliseconds(500)
    }
    let stop = try number("stop-at-write", 0)
    if stop > 0 { configuration.seams.files = StoppingFiles.make(stoppingAt: stop) }
    return configuration
  }

  private func syncPolicy() throws -> SyncPolicy {
    let text = options["sync"] ?? "2"
    if text == "never" { return .never }
    if text == "every" { return .everyEvent }
    guard let seconds = Double(text) else { throw Failure(text: "--sync \(text)?") }
    return .interval(seconds: seconds)
  }
}
