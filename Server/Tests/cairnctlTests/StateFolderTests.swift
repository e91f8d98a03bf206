import Foundation
import Testing
import ToolTestSupport

@Suite("The folder of the collector's database") struct StateFolderTests {
  @Test("the folder is in $XDG_STATE_HOME, or in $HOME; relative paths are ignored")
  func folders() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    let (home, state) = (root.path + "/home", root.path + "/state")
    let cases = [
      (["HOME=\(home)"], home + "/.local/state"),
      (["HOME=\(home)", "XDG_STATE_HOME=state"], home + "/.local/state"),
      (["HOME=\(home)", "XDG_STATE_HOME=\(state)"], state),
    ]
    for (variables, folder) in cases {
      try? FileManager.default.removeItem(at: root)
      let arguments =
        ["-u", "XDG_STATE_HOME"] + variables + [Command.tool.path, "store", "backup"]
      // There is no database yet: the command fails, and names it.
      let result = try Command.run(
        URL(fileURLWithPath: "/usr/bin/env"), arguments + [root.path + "/copy.sqlite"])
      #expect(result.status != 0)
      #expect(FileManager.default.fileExists(atPath: folder + "/cairn"), "\(result.error)")
    }
  }
}
