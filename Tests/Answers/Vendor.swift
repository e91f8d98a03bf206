package import Cairn
package import Foundation

/// An interface of a vendor: its destination and its possible responses.
package struct Vendor: Sendable {
  /// The handling of a batch without a response, which may have arrived.
  package enum Unanswered: Sendable {
    case sentAgain
    /// The batch counts as delivered.
    case settled
    /// The batch becomes dead letters.
    case setAside
  }

  package var name: String
  package var unanswered = Unanswered.sentAgain
  package var answers: [Answer]
  /// Creates a destination for a server with this scheme, host and port.
  ///
  /// Nothing is compressed, so that tests can read it.
  package var destination: @Sendable (URL, any HTTPTransport) -> any Destination
  /// Records an event whose request contains this text.
  var record: @Sendable (Analytics, String) -> EventID? = { analytics, mark in
    analytics.track("Marked", ["mark": .string(mark)])
  }

  package var rows: [AnswerRow] { answers.map { AnswerRow(vendor: self, answer: $0) } }
}

extension Vendor: CustomStringConvertible {
  package var description: String { name }
}

extension Vendor {
  package static let all: [Vendor] =
    [
      segment, amplitude, amplitudeBatch, amplitudeUser, mixpanelImport, mixpanelTrack, postHogV0,
      postHogV1,
      snowplow, googleAnalytics, googleAnalyticsSendingAgain, adobeInteract, adobeCollect, otlp,
      convert,
      convertSettingAside,
    ] + others

  // Its signatures require a dependency, which not every build has.
  #if canImport(CairnCloudEvents)
  private static let others = [cloudEvents]
  #else
  private static let others: [Vendor] = []
  #endif
}
