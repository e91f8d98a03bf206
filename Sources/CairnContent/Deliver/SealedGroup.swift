package import Cairn
package import Foundation

/// A group of interactions in a sealed body: the payload, and the IDs of the events that it
/// represents.
///
/// A sealed group is never divided. It is sent as a whole, with the same ID, until it is settled. A
/// server that has stored an ID therefore never receives its interactions in another combination.
package struct SealedGroup: Equatable, Sendable {
  package let id: UUID
  package let events: [EventID]
  /// Data that the groups of a request share, as JSON.
  ///
  /// Groups with different envelopes are sent in separate requests.
  package let envelope: [UInt8]
  /// The JSON that is sent for the group.
  package let payload: [UInt8]

  package init(id: UUID, events: [EventID], envelope: [UInt8] = [], payload: [UInt8]) {
    self.id = id
    self.events = events
    self.envelope = envelope
    self.payload = payload
  }

  package init(_ metrics: ContentMetrics, envelope: [UInt8] = [], payload: [UInt8]) {
    self.init(id: metrics.id, events: metrics.events, envelope: envelope, payload: payload)
  }
}
