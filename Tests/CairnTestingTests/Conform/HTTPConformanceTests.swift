import Cairn
import CairnExpectations
import Foundation
import Testing

@Suite struct HTTPConformanceTests {
  static let key = "0123456789abcdef"

  static func make(
    _ transport: any HTTPTransport, key: String = key, host: String = "events.example.com",
    compresses: Bool = true, headers: [String: String] = [:]
  ) -> any Destination {
    HTTPDestination(
      endpoint: URL(string: "https://\(host)") ?? URL(fileURLWithPath: "/"), writeKey: key,
      headers: headers, compresses: compresses, transport: transport)
  }

  @Test("HTTPDestination conforms, with gzip and without", arguments: [true, false])
  func conforms(compresses: Bool) async {
    var conformance = DestinationConformance { Self.make($0, compresses: compresses) }
    conformance.secrets = [Self.key, Data("\(Self.key):".utf8).base64EncodedString()]
    conformance.attemptFields = ["sentAt"]
    let silent = RecordingTransport()
    conformance.variants = [
      "another key": { Self.make(silent, key: "fedcba9876543210") },
      "another address": { Self.make(silent, host: "eu.example.com") },
      "a header": { Self.make(silent, headers: ["X-Tenant": "7"]) },
    ]
    conformance.requestEvents = 500
    let report = await conformance.expectConformance()
    #expect(report.results.map(\.result).filter { $0 != .passed } == [])
  }
}
