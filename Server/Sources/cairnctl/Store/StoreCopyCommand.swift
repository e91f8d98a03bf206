import ArgumentParser
import CairnCollector
import Foundation
import ToolSupport

/// `cairnctl store copy`: from SQLite to PostgreSQL, or back.
struct StoreCopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copy all events, counts and removals of one store to another.",
    discussion: """
      A store is the path of a SQLite file, or postgres://user@host/name. FROM is not changed, and \
      its collector may run meanwhile. A copy that ended continues where it was when it is run \
      again; an event that TO has already is not stored twice. To move: copy, stop the collector, \
      copy again, and start it with TO.

      Prints the events of each project in both stores. Exits with 1 if TO does not have all \
      events, or has other counts.
      """)

  @Argument(help: "The store to read.") var from: String
  @Argument(help: "The store to write, created if missing.") var to: String

  func validate() throws {
    if !Self.isURL(from), !FileManager.default.fileExists(atPath: from) {
      throw ValidationError("there is no file \(from)")
    }
  }

  func run() async throws {
    let projects: [StoreCopy.Project]
    do {
      let copy = try await StoreCopy(from: from, to: to)
      projects = try await copyAll(copy)
      try copy.close()
    } catch let error as CollectorError {
      throw failure(error.message)
    } catch let error as any CustomStringConvertible & Error {
      throw failure(error.description)
    }
    Terminal.standardOutput.write(Self.table(projects))
    let different = projects.filter {
      $0.events.source != $0.events.destination || !$0.hasSameCounts
    }
    guard !different.isEmpty else { return }
    throw failure(
      "the stores differ; if FROM received events meanwhile, or TO has those of other stores, that "
        + "is the reason")
  }

  private func copyAll(_ copy: StoreCopy) async throws -> [StoreCopy.Project] {
    let bar = ProgressBar("Copying", total: try await copy.count()) { "\($0.grouped) events" }
    defer { bar.end() }
    return try await copy.run { bar.advance(by: $0) }
  }

  private func failure(_ message: String) -> ExitCode {
    try? FileHandle.standardError.write(contentsOf: Data("cairnctl: \(message)\n".utf8))
    return ExitCode(1)
  }

  private static func isURL(_ store: String) -> Bool {
    store.hasPrefix("postgres://") || store.hasPrefix("postgresql://")
  }

  static func table(_ projects: [StoreCopy.Project]) -> String {
    let rows =
      [("project", "events of FROM", "events of TO", "counts")]
      + projects.map {
        (
          $0.name, $0.events.source.grouped, $0.events.destination.grouped,
          $0.hasSameCounts ? "equal" : "different"
        )
      }
    let widths = (
      rows.map(\.0.count).max() ?? 0, rows.map(\.1.count).max() ?? 0, rows.map(\.2.count).max() ?? 0
    )
    return rows.map { row in
      row.0.padded(to: widths.0) + "  " + row.1.padded(to: widths.1, onTheLeft: true) + "  "
        + row.2.padded(to: widths.2, onTheLeft: true) + "  " + row.3 + "\n"
    }.joined()
  }
}

extension String {
  fileprivate func padded(to width: Int, onTheLeft: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(0, width - count))
    return onTheLeft ? spaces + self : self + spaces
  }
}
