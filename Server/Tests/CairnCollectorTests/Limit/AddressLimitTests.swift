import CairnCollector
import Foundation
import NIOCore
import Testing

@testable import CairnCollector

@Suite("Each client address may send a number of requests")
struct AddressLimitTests {
  @Test("a further request is answered 429 before its key is checked; health is always answered")
  func limited() async throws {
    try await TestCollector.run {
      $0.requestsPerSecondOfAddress = 1
      $0.writeKeys = ["KEY": "shop"]
      $0.metricsPort = 0
    } _: { running in
      var statuses: [Int] = []
      for _ in 0..<20 where statuses.last != 429 {
        statuses.append(try await running.client.post(Batches.tracks(["a"]), key: "WRONG").status)
      }
      #expect(statuses.prefix(2) == [401, 401] && statuses.last == 429)
      var answer = try await running.client.post(Batches.tracks(["a"]))
      // A slow machine may have refilled the bucket.
      for _ in 0..<20 where answer.status != 429 {
        answer = try await running.client.post(Batches.tracks(["a"]))
      }
      #expect(answer.header("Retry-After") == "1")
      #expect(try answer.error().code == "rateLimited")
      for _ in 0..<20 { #expect(try await running.client.get("/health/ready").status == 200) }
      let port = try #require(await running.collector.boundMetricsPort())
      let metrics = try PrometheusParser(try await TestClient(port: port).get("/metrics").text)
      #expect(try #require(metrics["cairn_limited_requests_total", ["limit": "address"]]) >= 2)
    }
  }

  @Test(
    "a forwarded address counts only if a trusted proxy has added it", arguments: [true, false])
  func proxy(isTrusted: Bool) async throws {
    try await TestCollector.run {
      $0.requestsPerSecondOfAddress = 1
      $0.trustedProxies = isTrusted ? ["127.0.0.0/8"] : ["10.0.0.0/8"]
      $0.writeKeys = ["KEY": "shop"]
    } _: { running in
      var statuses: Set<Int> = []
      for number in 0..<40 {
        // What is before the last address is the client's own claim.
        let headers = ["X-Forwarded-For": "8.8.8.8, 1.2.3.\(number)"]
        statuses.insert(try await running.client.get("/v1/events", headers: headers).status)
      }
      #expect(statuses == (isTrusted ? [403] : [403, 429]))
    }
  }

  @Test(
    "the client is the last address that is not of a proxy",
    arguments: [
      (["1.1.1.1"], "1.1.1.1"), (["9.9.9.9, 1.1.1.1"], "1.1.1.1"),
      (["1.1.1.1, 10.2.3.4"], "1.1.1.1"),
      (["6.6.6.6", "1.1.1.1 , 10.2.3.4:80"], "1.1.1.1"), (["x, 10.2.3.4"], "10.2.3.4"),
      (["1.1.1.1, x"], "10.0.0.1"), ([""], "10.0.0.1"), ([], "10.0.0.1"),
      (["[2001:db8::1]:443"], "2001:db8::1"), (["2001:db8::1"], "2001:db8::1"),
      (["::ffff:1.1.1.1"], "1.1.1.1"), (["10.1.1.1"], "10.1.1.1"),
    ])
  func client(forwarded: [String], client: String) throws {
    var configuration = CollectorConfiguration(databasePath: "x")
    configuration.requestsPerSecondOfAddress = 1
    configuration.trustedProxies = ["10.0.0.0/8"]
    let limit = try #require(AddressLimit(configuration))
    let peer = try #require(IPAddress("10.0.0.1"))
    #expect(limit.client(of: peer, forwarded) == IPAddress(client))
    let other = try #require(IPAddress("11.0.0.1"))
    #expect(limit.client(of: other, forwarded) == other)
  }

  @Test("a client of IPv6 has a network of 64 bits")
  func network() throws {
    let addresses = ["2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1", "1.2.3.4", "1.2.3.5"]
    let clients = addresses.compactMap { IPAddress($0)?.client }
    #expect(clients[0] == clients[1] && Set(clients).count == 4)
    #expect(IPAddress(try SocketAddress(ipAddress: "::1", port: 1)) == IPAddress("::1"))
  }

  @Test(
    "a range contains the addresses with its prefix, and no others",
    arguments: [
      ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
      ("10.0.0.0/9", "10.128.0.1", false), ("10.0.0.1", "10.0.0.1", true),
      ("10.0.0.1", "10.0.0.2", false), ("0.0.0.0/0", "9.9.9.9", true), ("::/0", "9.9.9.9", false),
      ("2001:db8::/33", "2001:db8:8000::", false), ("2001:db8::/33", "2001:db8:7fff::", true),
    ])
  func ranges(range: String, address: String, contains: Bool) throws {
    #expect(try #require(IPRange(range)).contains(#require(IPAddress(address))) == contains)
  }

  @Test(
    "a proxy that is no range is refused", arguments: ["x", "10.0.0.0/33", "10.0.0.0/", "10/8", ""])
  func wrong(proxy: String) {
    var configuration = CollectorConfiguration(databasePath: "/nowhere/e.sqlite")
    configuration.trustedProxies = [proxy]
    let error = #expect(throws: CollectorError.self) { try Collector(configuration) }
    #expect(error?.message.contains("trustedProxies") == true)
  }
}
