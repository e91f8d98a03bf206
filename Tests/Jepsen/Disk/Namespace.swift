import Foundation

/// File systems that are mounted here are seen by nobody else, and gone with the process however it ends.
enum Namespace {
  private static let mark = "JEPSEN_HAS_NAMESPACE"

  /// Begins the program again in a namespace of its own; where that is not allowed, goes on.
  static func enter() {
    guard geteuid() == 0, getenv(mark) == nil else { return }
    setenv(mark, "1", 1)
    let words =
      ["unshare", "--mount", "--propagation", "private", WriterProcess.program]
      + CommandLine.arguments.dropFirst()
    let arguments = words.map { strdup($0) } + [nil]
    execvp("unshare", arguments)
    for text in arguments { free(text) }
  }
}
