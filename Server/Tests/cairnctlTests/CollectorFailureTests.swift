import Foundation
import Testing
import ToolTestSupport

@Suite("A collector that does not answer is reported in words") struct CollectorFailureTests {
  /// Runs the body with the address of a collector that speaks TLS with a certificate of its own.
  private func run(_ arguments: [String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let made = try Command.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
        "-days", "2", "-subj", "/CN=localhost", "-keyout", folder + "/key", "-out",
        folder + "/certificate",
      ])
    #expect(made.status == 0)
    let collector = try RunningProcess(
      [
        Command.tool.path, "collect", "--port", "0", "--database", folder + "/e.sqlite",
        "--certificate", folder + "/certificate", "--certificate-key", folder + "/key",
      ] + arguments)
    defer { collector.stop() }
    let greeting = try #require(collector.line())
    try body("\(greeting.split(separator: " ")[2])")
  }

  /// Nothing of an error of a library is shown.
  private func check(_ result: Command.Result, _ expected: String) {
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.error.contains(expected), "\(result.error)")
    for word in ["Error Domain", "NSURLErrorDomain", "Code=", "(null)", ".swift", "errno"] {
      #expect(!result.error.contains(word), "\(result.error)")
    }
    #expect(result.error.split(separator: "\n").count == 1)
  }

  private static let hasOpenSSL =
    (try? Command.run(URL(fileURLWithPath: "/usr/bin/env"), ["openssl", "version"]))?.status == 0

  @Test(
    "TLS that fails: the certificate, and a server without TLS", .enabled(if: hasOpenSSL))
  func tls() throws {
    try run([]) { address in
      let port = try #require(address.split(separator: ":").last)
      for command in [["trend"], ["events"], ["funnel", "a", "b"]] {
        check(
          try Command.run(command + ["--collector", "https://localhost:\(port)"]),
          "its certificate is not trusted")
      }
      check(try Command.run("trend", "--collector", "http://localhost:\(port)"), "does not answer")
    }
  }

  @Test("no server, no host")
  func away() throws {
    check(
      try Command.run("trend", "--collector", "http://127.0.0.1:1"), "no server accepts connections"
    )
    check(try Command.run("trend", "--collector", "http://nohost.invalid"), "does not answer")
  }

  @Test("a refused command names the missing option, such as --project or --keys")
  func project() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let collector = try RunningProcess(
      tool: "collect", "--port", "0", "--database", folder + "/e.sqlite")
    defer { collector.stop() }
    let address = "\(try #require(collector.line()).split(separator: " ")[2])"
    let result = try Command.run("trend", "--collector", address)
    check(result, "add --project NAME")
    let open = try Command.run(
      "collect", "--host", "0.0.0.0", "--port", "0", "--database", folder + "/o.sqlite")
    #expect(open.status == 1 && open.error.contains("--keys"), "\(open.error)")
  }
}
