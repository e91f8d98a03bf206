import ArgumentParser
import CairnCollector
import ToolSupport

/// Copies a database, with a progress bar, and prints what the copy contains.
enum DatabaseCopying {
  static func run(from source: String, to destination: String, title: String) throws {
    let report: DatabaseCopy.Report
    var bar: ProgressBar?
    var done = 0
    do {
      let copy = try DatabaseCopy(from: source, to: destination)
      report = try copy.run { bytes, total in
        bar = bar ?? ProgressBar(title, total: total)
        bar?.advance(by: bytes - done)
        done = bytes
        if bytes == total { bar?.end() }
      }
    } catch let failure as DatabaseCopy.Failure {
      bar?.end()
      Terminal.standardError.write("cairnctl: \(failure)\n")
      throw ExitCode.failure
    }
    Terminal.standardOutput.write(
      "\(destination): \(report.events) events, \(report.bytes.inBytes), verified\n")
  }
}
