import Cairn
import Foundation

struct AcmeDestination: Destination {
  let name = "acme"
  let limits = BatchLimits(events: 200, bytes: 400_000)
  private let key: String
  private let url: URL
  private let exchange: HTTPExchange
  private let holder = DestinationContextHolder()

  init(key: String, url: URL, transport: any HTTPTransport = URLSessionTransport()) {
    self.key = key
    self.url = url
    exchange = HTTPExchange(transport: transport, secrets: [key])
  }

  var host: String? { HTTPExchange.host(of: url) }
  var settings: String { "\(url) \(key)" }
  func attach(to context: DestinationContext) { holder.hold(context) }

  func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    MappedBatch(events, context: context) { event throws(DeliveryRejection) in
      [
        "id": .string(event.id.description),
        "kind": .string(event.kind.name),
        "name": .string(event.name),
        "time": .int(Int(event.milliseconds)),
        "user": .string(event.userID ?? event.anonymousID),
        "properties": .object(event.properties),
      ]
    }.body
  }

  func deliver(_ batch: Batch) async -> Outcome {
    .later(afterSeconds: nil, reason: "deliver is not implemented")
  }
}
