import ToolSupport
import Foundation

/// What `collect` says when it listens: how to send it something, and where to look.
struct Greeting: Sendable {
  let host: String
  let key: String
  let databasePath: String

  func print(port: Int) {
    // An IPv6 address stands in brackets in a URL.
    let url = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    let event = #"{"batch":[{"type":"track","event":"Hello","userId":"me","messageId":"1"}]}"#
    Terminal.standardOutput.write(
      """
      Collecting at \(url) into \(databasePath)
      Send:  curl -u \(key): -H 'Content-Type: application/json' -d '\(event)' \(url)/v1/batch
      Look:  curl \(url)/v1/events    counts: \(url)/health    end: Ctrl-C

      """)
  }
}
