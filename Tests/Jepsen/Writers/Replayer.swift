import Cairn
import Foundation

/// The command `replay`: puts the dead letters of a destination back while other processes use the
/// journal.
enum Replayer {
  static func run(_ options: Options) async throws {
    let folder = try options.required("round")
    let box = Self.box(folder, try options.required("destination"))
    let report = try await box.replay { _ in true }
    print("replayed \(report.events)")
  }

  static func box(_ folder: String, _ destination: String) -> DeadLetterManager {
    DeadLetterManager(
      "\(folder)/journal/\(Plan.instance)/v1", destination: destination, files: PosixFileSystem(),
      clock: SystemClock(), randomness: SystemRandomness())
  }
}
