import Foundation
package import Logging

/// Writes each log line as a JSON object to the standard error.
package struct JSONLogHandler: LogHandler {
  package var logLevel = Logger.Level.info
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?

  private let label: String
  private let write: @Sendable (String) -> Void

  package init(label: String) {
    self.init(label: label) { line in
      // One write for each line, so that lines of several threads do not mix.
      try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
  }

  package init(label: String, write: @escaping @Sendable (String) -> Void) {
    self.label = label
    self.write = write
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var all = metadata
    for more in [metadataProvider?.get(), event.metadata] {
      all.merge(more ?? [:]) { $1 }
    }
    var line = JSONObject()
    line.add("time", Timestamp.text(Int64(Date().timeIntervalSince1970 * 1_000_000)))
    line.add("level", event.level.rawValue)
    line.add("logger", label)
    line.add("message", "\(event.message)")
    for (key, value) in all.sorted(by: { $0.key < $1.key }) { line.add(key, "\(value)") }
    write(line.text + "\n")
  }
}
