import CrashSupport
import Foundation

/// One life of a writer, from the campaign's side.
final class WriterProcess {
  let life: Int
  let child: Child
  private let mark: OperationMark
  private(set) var isStopped = false

  static let program = Bundle.main.executablePath ?? CommandLine.arguments[0]

  init(_ folder: String, life: Int, seed: UInt64, backlog: Int = 0) throws {
    self.life = life
    mark = try OperationMark("\(folder)/now-\(life)")
    child = try Child(
      Self.program,
      [
        "writer", "--round", folder, "--life", "\(life)", "--seed", "\(seed)", "--backlog",
        "\(backlog)",
      ], errors: "\(folder)/errors-\(life)")
  }

  var operation: Operation { mark.operation }

  /// Returns true when it has opened the journal; false when it ended, or makes no progress.
  func isReady(withinMilliseconds milliseconds: Int32) -> Bool {
    child.watch(milliseconds: milliseconds) && child.readLine() == "ready"
  }

  /// Gives an order, and returns the response; nil when there was none.
  @discardableResult
  func ask(_ order: String, milliseconds: Int32 = 20_000) -> WriterReport? {
    child.say(order)
    guard child.watch(milliseconds: milliseconds) else { return nil }
    return child.readLine().flatMap { WriterReport($0) }
  }

  func stop() {
    child.send(SIGSTOP)
    isStopped = true
  }

  func goOn() {
    child.send(SIGCONT)
    isStopped = false
  }

  /// Kills the process and returns how it ended.
  func kill() -> Child.Ending {
    child.send(SIGKILL)
    if isStopped { goOn() }
    return child.wait().ending
  }

  /// Returns whether it ended normally after the order to end.
  func end() -> Bool {
    child.say("end")
    if !child.watch(milliseconds: 20_000) { child.send(SIGKILL) }
    return child.wait().ending == .exit(0)
  }
}
