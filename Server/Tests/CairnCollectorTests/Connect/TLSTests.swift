import Foundation
import NIOCore
import Testing
import ToolTestSupport

@testable import CairnCollector

@Suite(
  "A collector speaks TLS itself",
  .enabled(if: Installed.path(of: "openssl") != nil && Installed.path(of: "curl") != nil))
struct TLSTests {
  @Test("a batch is stored, and a replaced certificate takes effect without a restart")
  func reload() async throws {
    try await Self.run { running, files in
      let body = Batches.tracks((0..<2_000).map { "\($0)" })
      try Data(body.utf8).write(to: URL(fileURLWithPath: files.folder.path("body")))
      let sent = try await files.curl(
        "one", running.port, "/v1/batch", "-u", "KEY:", "--data-binary",
        "@" + files.folder.path("body"), "-H", "Content-Type: application/json")
      #expect(sent.output.contains(#""accepted":2000"#))
      try files.use("two", certificateOnly: true)
      // The key is not that of the new certificate yet.
      #expect(try await files.curl("one", running.port, "/health").status == 0)
      try files.use("two")
      #expect(try await files.curl("two", running.port, "/health").status == 0)
      #expect(try await files.curl("one", running.port, "/health").status == 60)
      try FileManager.default.removeItem(atPath: files.folder.path("key"))
      #expect(try await files.curl("two", running.port, "/health").status == 0)
    }
  }

  @Test("clients without TLS and clients that send nothing are disconnected")
  func noTLS() async throws {
    var deadlines = ConnectionDeadlines()
    deadlines.head = .seconds(1)
    try await Self.run(deadlines: deadlines) { running, files in
      let plain = try RawConnection(port: running.port)
      try plain.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let answer = await offThread { plain.answer() }
      #expect(!answer.contains("200"))
      let silent = try RawConnection(port: running.port)
      try await eventually("the silent client is closed") { silent.hasEnded() }
      #expect(try await files.curl("one", running.port, "/health").status == 0)
    }
  }

  @Test("files that are missing or do not belong together are an error at the start")
  func wrong() throws {
    let files = try Files()
    defer { files.folder.remove() }
    for (certificate, key) in [("one.pem", "two.key"), ("one.pem", "none"), ("one.key", "one.key")]
    {
      var configuration = CollectorConfiguration(databasePath: files.folder.path("e.sqlite"))
      configuration.certificatePath = files.folder.path(certificate)
      configuration.privateKeyPath = files.folder.path(key)
      let error = #expect(throws: CollectorError.self) { try Collector(configuration) }
      #expect(error?.code == .invalidConfiguration)
    }
    var configuration = CollectorConfiguration(databasePath: files.folder.path("e.sqlite"))
    configuration.certificatePath = files.folder.path("one.pem")
    #expect(throws: CollectorError.self) { try Collector(configuration) }
  }

  private static func run(
    deadlines: ConnectionDeadlines = ConnectionDeadlines(),
    _ body: @Sendable (TestCollector, Files) async throws -> Void
  ) async throws {
    let files = try Files()
    defer { files.folder.remove() }
    try await TestCollector.run(deadlines: deadlines) {
      $0.certificatePath = files.folder.path("certificate")
      $0.privateKeyPath = files.folder.path("key")
    } _: { running in
      try await body(running, files)
    }
  }

  /// Two certificates for localhost, and the files of the collector, which begin with the first.
  struct Files: Sendable {
    let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      for name in ["one", "two"] {
        let result = try Command.run(
          URL(fileURLWithPath: "/usr/bin/env"),
          [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
            "subjectAltName=DNS:localhost", "-keyout", folder.path(name + ".key"), "-out",
            folder.path(name + ".pem"),
          ])
        #expect(result.status == 0, "\(result.error)")
      }
      try use("one")
    }

    func use(_ name: String, certificateOnly: Bool = false) throws {
      let pairs = [("pem", "certificate"), ("key", "key")].prefix(certificateOnly ? 1 : 2)
      for (end, file) in pairs {
        try Data(contentsOf: URL(fileURLWithPath: folder.path("\(name).\(end)")))
          .write(to: URL(fileURLWithPath: folder.path(file)), options: .atomic)
      }
    }

    /// Sends a request that trusts one of the certificates.
    func curl(
      _ name: String, _ port: Int, _ path: String, _ more: String...
    ) async throws -> Command.Result {
      let arguments =
        ["curl", "-sS", "--cacert", folder.path(name + ".pem"), "https://localhost:\(port)\(path)"]
        + more
      return try await offThread {
        Result { try Command.run(URL(fileURLWithPath: "/usr/bin/env"), arguments) }
      }.get()
    }
  }
}
