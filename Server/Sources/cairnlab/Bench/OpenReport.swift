import ToolSupport

/// The result of `bench open`.
struct OpenReport: Codable {
  var events: Int
  /// The time that `Analytics.init` takes.
  var openMillis: Double
  /// The time from the beginning of `init` to the return of the first `track()`.
  var firstTrackMillis: Double
  /// The time from the beginning of `init` until the journal is open and has the first event.
  var readyMillis: Double
  /// The growth of the process's resident memory until the journal is open.
  var openRSSBytes: Int
  /// The growth of the resident memory at the end of delivery.
  var deliverRSSBytes: Int
  var deliveredPerSecond: Int
  /// The bytes of the journal that were still in the system's cache, if they were to be removed
  /// from it.
  var cachedBytes: Int?

  func json() throws -> String {
    try StableJSON.text(self)
  }

  /// The result as lines for people.
  var text: String {
    let lines = """
      undelivered events:         \(events)
      init took:                  \(openMillis) ms
      first track() returned at:  \(firstTrackMillis) ms
      the journal was open at:    \(readyMillis) ms
      memory grew by opening:     \(openRSSBytes / 1_024) KiB
      memory grew by delivering:  \(deliverRSSBytes / 1_024) KiB
      delivered a second:         \(deliveredPerSecond)
      """
    let cached = cachedBytes.map { "\nstill in the cache before:  \($0 / 1_024) KiB" }
    return lines + (cached ?? "")
  }
}

extension OpenReport {
  /// Takes the median of each figure by itself; `reports` is not empty.
  init(mediansOf reports: [OpenReport]) {
    self = reports[0]
    openMillis = reports.median(\.openMillis)
    firstTrackMillis = reports.median(\.firstTrackMillis)
    readyMillis = reports.median(\.readyMillis)
    openRSSBytes = reports.median(\.openRSSBytes)
    deliverRSSBytes = reports.median(\.deliverRSSBytes)
    deliveredPerSecond = reports.median(\.deliveredPerSecond)
    // The most, because one warm run is one too many.
    cachedBytes = reports.compactMap(\.cachedBytes).max()
  }
}

extension [OpenReport] {
  fileprivate func median<Number: Comparable>(_ figure: (OpenReport) -> Number) -> Number {
    map(figure).sorted()[count / 2]
  }
}
