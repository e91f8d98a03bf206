import Cairn
import CairnExperiments
import CairnTesting
import Foundation
import Testing

@Suite struct LargeDocumentTests {
  @Test("a document of 16 MiB arrives completely with the default transport")
  func whole() async throws {
    let most = HTTPExperimentSource.maximumBytes
    let server = try #require(RawServer(.status(200, body: String(repeating: " ", count: most))))
    let base = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
    let fetched = try await HTTPExperimentSource(key: "1/2", base: base).fetch(etag: nil)
    guard case .document(let bytes, etag: nil) = fetched else {
      Issue.record("no document")
      return
    }
    #expect(bytes.count == most)
  }
}
