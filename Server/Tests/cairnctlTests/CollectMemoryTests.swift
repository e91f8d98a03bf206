#if os(Linux)
import Cairn
import CairnServer
import Counterparts
import Foundation
import Testing
import ToolTestSupport

@Suite struct CollectMemoryTests {
  /// Sends the request of the second argument to the port of the first, reads the beginning of the
  /// response, and then sends 512 MiB.
  private static let endless = """
    import socket, sys
    client = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
    client.settimeout(60)
    client.sendall(sys.argv[2].encode())
    assert client.recv(9) == b"HTTP/1.1 "
    for _ in range(512):
        client.sendall(b"x" * (1 << 20))
    """

  @Test("bytes behind a request for another protocol take no memory")
  func otherProtocol() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let collector = try RunningProcess(
      tool: "collect", "--port", "0", "--database", folder.path + "/events.sqlite")
    defer { collector.stop() }
    // Collecting at http://127.0.0.1:49152 into …
    let address = String(try #require(collector.line()).split(separator: " ")[2])
    let port = String(try #require(URL(string: address)?.port))
    let upgrade = "Host: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n"
    for request in [
      "GET /health/live HTTP/1.1\r\n\(upgrade)\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nupgrade: websocket\r\nConnection: a, UPGRADE\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nProxy-Connection: upgrade\r\nUpgrade: h2c\r\n\r\n",
      "POST /v1/batch HTTP/1.1\r\n\(upgrade)Content-Type: application/json\r\nContent-Length: 2\r\n"
        + "\r\n{}",
      "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n",
    ] {
      try await Tool(["python3", "-c", Self.endless, port, request]).finish()
    }
    let url = try #require(URL(string: address + "/health/live"))
    let answer = try await AsyncHTTPClientTransport().send(HTTPRequest(url: url, method: "GET"))
    #expect(answer.status == 200)
    let memory = try #require(collector.peakResidentBytes())
    #expect(memory < 200 << 20)
  }
}
#endif
