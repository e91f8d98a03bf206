import Cairn
import CairnTesting
import Foundation

extension Plan {
  static let instance = "jepsen"

  /// Returns the SDK's configuration for the round's journal.
  func configuration(
    _ folder: String, clock: any Clock = SystemClock(), files: any FileSystem = PosixFileSystem()
  ) throws -> Configuration {
    var configuration = Configuration(
      writeKey: "jepsen", destinations: try places.map { try FilteredDestination($0) })
    configuration.directory = URL(fileURLWithPath: folder + "/journal")
    configuration.instance = Self.instance
    configuration.flushAt = flushAt
    configuration.flushInterval = flushInterval
    configuration.retry = RetryPolicy(firstDelay: 0.01, maximumDelay: 0.1)
    switch sync {
    case "never": configuration.syncPolicy = .never
    case "every": configuration.syncPolicy = .everyEvent
    default: configuration.syncPolicy = .interval(seconds: Double(sync) ?? 2)
    }
    if let capBytes { configuration.journal.bytes = capBytes }
    if let deadLetterBytes { configuration.journal.deadLetterBytes = deadLetterBytes }
    configuration.seams.segmentBytes = segmentBytes
    configuration.seams.host = ManualHost()
    configuration.seams.clock = clock
    configuration.seams.files = files
    configuration.diagnostics = { line in
      guard line.level >= .warning else { return }
      try? AckLog(folder + "/log").put("\(AckLog.now) \(getpid()) \(line.code) \(line.message)")
    }
    return configuration
  }
}
