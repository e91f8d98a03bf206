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
      guard !event.name.hasPrefix("acme_") else { throw "names that begin with acme_ are reserved" }
      if event.name.count > 100 { holder.count("name cut to 100 characters") }
      return [
        "id": .string(event.id.description),
        "kind": .string(event.kind.name),
        "name": .string(String(event.name.prefix(100))),
        "time": .int(Int(event.milliseconds)),
        "user": .string(event.userID ?? event.anonymousID),
        "properties": .object(event.properties),
      ]
    }.body
  }

  func deliver(_ batch: Batch) async -> Outcome {
    guard let items = MappedBatch(batch) else { return .refused("the body is damaged") }
    guard !items.items.isEmpty else { return items.outcome(.accepted) }
    let body = Array(#"{"sent":\#(batch.milliseconds),"events":"#.utf8) + items.json + [0x7D]
    let headers = [("Content-Type", "application/json"), ("X-Key", key)]
    let request = HTTPRequest(url: url, headers: headers, body: body)
    return items.outcome(outcome(of: await exchange.send(request, at: batch.milliseconds)))
  }

  private func outcome(of answer: HTTPExchange.Answer) -> Outcome {
    guard let response = answer.response, response.status == 422,
      case .object(let members)? = Value(json: response.body),
      case .object(let rejected)? = members["rejected"]
    else { return answer.outcome }
    var refused: [Int: DeliveryRejection] = [:]
    for case (let place, .string(let reason)) in rejected.map({ (Int($0) ?? -1, $1) }) {
      refused[place] = DeliveryRejection(exchange.hidingSecrets(in: reason), status: 422)
    }
    return .partial(refused: refused, again: [])
  }
}
