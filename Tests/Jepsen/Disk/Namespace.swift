import Foundation

/// A mount namespace: file systems that are mounted in it are invisible to other processes, and
/// removed with the process.
enum Namespace {
  private static let mark = "JEPSEN_HAS_NAMESPACE"
  private static let script = """
    own="unshare --mount --propagation private"
    if $own true 2>/dev/null; then exec $own "$@"; else exec "$@"; fi
    """

  /// Restarts the program in its own namespace; continues without one if that is not permitted.
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
