package import Cairn
package import Foundation

/// A group of interactions in a sealed body: what is sent of it, and the events that it stands for.
///
/// From then on it is not taken apart: it is sent whole, under the same name, until it is settled whole. So what a server
/// has under that name is never counted again in another mixture.
package struct SealedGroup: Equatable, Sendable {
  package let id: UUID
  package let events: [EventID]
  /// Groups that differ in this are not sent in one request; JSON.
  package let envelope: [UInt8]
  /// What is sent; JSON.
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
