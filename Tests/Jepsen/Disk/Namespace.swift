import Foundation

/// File systems that are mounted here are seen by nobody else, and gone with the process however it ends.
enum Namespace {
  private static let mark = "JEPSEN_HAS_NAMESPACE"
  private static let script = """
    own="unshare --mount --propagation private"
    if $own true 2>/dev/null; then exec $own "$@"; else exec "$@"; fi
    """

  /// Begins the program again in a namespace of its own; where that is not allowed, goes on.
  static func enter() {
    guard geteuid() == 0, getenv(mark) == nil else { return }
    setenv(mark, "1", 1)
    let words =
      ["sh", "-c", Self.script, "sh", WriterProcess.program] + CommandLine.arguments.dropFirst()
    let arguments = words.map { strdup($0) } + [nil]
    execvp("sh", arguments)
    for text in arguments { free(text) }
  }
}
