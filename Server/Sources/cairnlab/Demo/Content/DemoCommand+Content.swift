import ToolSupport
import ArgumentParser
import Foundation

@available(macOS 14, *)
extension DemoCommand {
  /// Runs the demo with interactions, which are counted before they are sent.
  func runContent(_ plan: DemoPlan) async throws {
    let terminal = Terminal.standardOutput
    if !json { terminal.write("cairnlab demo --content  seed \(plan.seed)\n\n") }
    let folder = try DemoFolder()
    do {
      let result = try await Interruption.watching {
        try await ContentDemoRun(plan: plan, folder: folder).run()
      }
      terminal.write((json ? result.json : result.table) + "\n")
      for problem in result.problems { complain(problem) }
      guard result.problems.isEmpty else {
        complain("the folder is kept: \(folder.root.path)")
        throw ExitCode.failure
      }
      if keep { complain("the folder is kept: \(folder.root.path)") } else { folder.remove() }
    } catch let interruption as Interruption {
      folder.remove()
      throw ExitCode(interruption.exitCode)
    } catch let error where !(error is ExitCode) {
      complain("\(error)", folder)
      throw ExitCode.failure
    }
  }
}
