import HTTPTypes
import Hummingbird
import NIOCore

/// The limit on the requests of each client address.
struct AddressLimit: Sendable {
  private static let header = HTTPField.Name("X-Forwarded-For")

  private let rate: Int
  private let proxies: [IPRange]
  private let buckets = TokenBuckets<[UInt8]>()

  /// Creates the limit; nil without a rate.
  init?(_ configuration: CollectorConfiguration) {
    guard let rate = configuration.requestsPerSecondOfAddress else { return nil }
    self.rate = rate
    proxies = configuration.trustedProxies.compactMap { IPRange($0) }
  }

  /// - Throws: 429 when the client has sent too many requests.
  func check(_ request: Request, from peer: SocketAddress?) throws(Refusal) {
    guard let peer = IPAddress(peer) else { return }
    let forwarded = Self.header.map { request.headers[values: $0] } ?? []
    let client = client(of: peer, forwarded)
    if let wait = buckets.take(client.client, perSecond: rate) { throw .rateLimited(wait) }
  }

  /// Returns the client's address: a proxy adds the address that it sees at the end, and what is
  /// before that is the client's own claim.
  func client(of peer: IPAddress, _ forwarded: [String]) -> IPAddress {
    guard isProxy(peer) else { return peer }
    var client = peer
    for text in forwarded.flatMap({ $0.split(separator: ",") }).reversed() {
      guard let address = IPAddress(text) else { return client }
      client = address
      if !isProxy(address) { return client }
    }
    return client
  }

  private func isProxy(_ address: IPAddress) -> Bool {
    proxies.contains { $0.contains(address) }
  }
}
