#if Server
import Cairn
import CairnServer
import Foundation
import Testing

/// A server with an untrusted certificate.
@Suite struct UntrustedServerTests {
  private static let openssl = "/usr/bin/openssl"

  /// OpenSSL's own server, which prints its port.
  private struct Server {
    let process = Process()
    let port: Int

    init?(in folder: URL) throws {
      let (key, certificate) = (folder.path + "/key.pem", folder.path + "/certificate.pem")
      let making = Process()
      making.executableURL = URL(fileURLWithPath: openssl)
      making.arguments = [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
        "-keyout", key, "-out", certificate,
      ]
      making.standardError = FileHandle.nullDevice
      try making.run()
      making.waitUntilExit()
      let output = Pipe()
      process.executableURL = making.executableURL
      process.arguments = [
        "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www",
      ]
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      var said = ""
      while !said.contains("ACCEPT") || !said.hasSuffix("\n") {
        let more = output.fileHandleForReading.availableData
        if more.isEmpty { return nil }
        said += String(decoding: more, as: UTF8.self)
      }
      guard let port = said.split(whereSeparator: { ":\n".contains($0) }).last.flatMap({ Int($0) })
      else { return nil }
      self.port = port
    }
  }

  @Test(
    "nothing is sent to a server with an untrusted certificate",
    .enabled(if: FileManager.default.isExecutableFile(atPath: openssl), "no OpenSSL"),
    arguments: ["abc", ""])
  func untrusted(body: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try #require(try Server(in: folder))
    // SIGTERM is blocked in processes that a test starts, because they inherit the signal mask of
    // the runner's thread.
    defer { kill(server.process.processIdentifier, SIGKILL) }
    let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
    let answer = await HTTPExchange(transport: AsyncHTTPClientTransport()).send(
      HTTPRequest(url: url, body: Array(body.utf8)), at: 0)
    #expect(
      answer.outcome == .later(afterSeconds: nil, reason: "no response: NSURLErrorDomain -1200"))
    #expect(!answer.mayHaveArrived)
  }
}
#endif
