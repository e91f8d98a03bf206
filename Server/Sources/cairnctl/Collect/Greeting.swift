import Foundation
import ToolSupport

/// The output of `collect` when it listens; never contains a key.
struct Greeting: Sendable {
  let host: String
  let scheme: String
  let metricsHost: String
  let needsKey: Bool
  let needsReadKey: Bool
  let database: String
  let hasPages: Bool
  let opensPages: Bool

  func print(port: Int, metricsPort: Int?) {
    let url = Self.url(scheme, host, port)
    let metrics =
      metricsPort.map { "\nMetrics: \(Self.url("http", metricsHost, $0))/metrics" } ?? ""
    let pages = hasPages ? "\nPages: \(url)/" : ""
    let event = #"{"batch":[{"type":"track","event":"Hello","userId":"me","messageId":"1"}]}"#
    let key = needsKey ? "$WRITE_KEY" : "my-project"
    let read = needsReadKey ? "curl -u $READ_KEY: " : "curl "
    Terminal.standardOutput.write(
      """
      Collecting at \(url) into \(database)
      Send:  curl -u \(key): -H 'Content-Type: application/json' -d '\(event)' \(url)/v1/batch
      Look:  \(read)\(url)/v1/events    counts: \(url)/health    end: Ctrl-C\(metrics)\(pages)

      """)
    if opensPages && !Browser.open(page(port)) {
      Terminal.standardError.write("cairnctl: no browser was found; open \(page(port))\n")
    }
  }

  /// The address of the pages for a browser on this machine.
  private func page(_ port: Int) -> String {
    let isAnyAddress = host == "0.0.0.0" || host == "::"
    return Self.url(scheme, isAnyAddress ? "127.0.0.1" : host, port) + "/"
  }

  // A URL contains an IPv6 address in brackets.
  private static func url(_ scheme: String, _ host: String, _ port: Int) -> String {
    "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}
