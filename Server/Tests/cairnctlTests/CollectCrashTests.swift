import Cairn
import CairnServer
import Foundation
import Testing
import ToolTestSupport

@Suite struct CollectCrashTests {
  struct Page: Decodable {
    struct Row: Decodable {
      var messageId: String
    }

    var events: [Row]
    var next: Int?
  }

  private let transport = AsyncHTTPClientTransport()

  @Test(
    "a collector killed under load keeps each acknowledged event; a stop leaves all in one file"
  )
  func killed() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "cairn-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = folder.path + "/events.sqlite"
    var acknowledged: Set<String> = []
    for life in 0..<5 {
      let (collector, address) = try start(database)
      // The collector is killed when the first of four clients has received its last response,
      // while the others still send.
      acknowledged.formUnion(
        await withTaskGroup(of: [String].self) { group in
          for client in 0..<4 {
            group.addTask { await send("\(life)-\(client)", to: address, atMost: 10 + 10 * client) }
          }
          let first = await group.next() ?? []
          collector.crash()
          return await group.reduce(into: first) { $0 += $1 }
        })
    }
    let (collector, _) = try start(database)
    collector.stop()
    let copy = folder.path + "/copy.sqlite"
    try FileManager.default.copyItem(atPath: database, toPath: copy)
    let (reader, address) = try start(copy)
    defer { reader.stop() }
    let stored = try await ids(address)
    #expect(acknowledged.count >= 50)
    #expect(acknowledged.isSubset(of: stored))
    #expect(Set(stored).count == stored.count)
  }

  private func start(_ database: String) throws -> (RunningProcess, String) {
    let collector = try RunningProcess(tool: "collect", "--port", "0", "--database", database)
    let greeting = try #require(collector.line())
    return (collector, "\(greeting.split(separator: " ")[2])")
  }

  /// Sends batches of five until the server is gone; returns the acknowledged identifiers.
  private func send(_ name: String, to address: String, atMost most: Int) async -> [String] {
    var acknowledged: [String] = []
    for batch in 0..<most {
      let ids = (0..<5).map { "\(name)-\(batch)-\($0)" }
      guard (try? await post(ids, address)) == 200 else { break }
      acknowledged += ids
    }
    return acknowledged
  }

  private func post(_ ids: [String], _ address: String) async throws -> Int {
    let url = try #require(URL(string: address + "/v1/batch"))
    let events = ids.map { #"{"type":"track","event":"e","userId":"u","messageId":"\#($0)"}"# }
    return try await transport.send(
      HTTPRequest(
        url: url,
        headers: [("Content-Type", "application/json"), ("Authorization", "Basic azo=")],
        body: Array("{\"batch\":[\(events.joined(separator: ","))]}".utf8))
    ).status
  }

  private func ids(_ address: String) async throws -> [String] {
    var ids: [String] = []
    var after: Int? = 0
    while let from = after {
      let url = try #require(URL(string: address + "/v1/events?limit=1000&after=\(from)"))
      let answer = try await transport.send(HTTPRequest(url: url, method: "GET"))
      let page = try JSONDecoder().decode(Page.self, from: Data(answer.body))
      ids += page.events.map(\.messageId)
      after = page.next
    }
    return ids
  }
}
