import Foundation
import Testing
import ToolTestSupport

@Suite("A collector that does not answer is reported in words") struct CollectorFailureTests {
  /// Runs the body with the address of a collector that speaks TLS with a certificate of its own.
  private func run(_ arguments: [String], _ body: (String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let made = try Command.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
        "-days", "2", "-subj", "/CN=localhost", "-keyout", folder.path + "/key", "-out",
        folder.path + "/certificate",
      ])
    #expect(made.status == 0)
    let collector = try RunningProcess(
      [
        Command.tool.path, "collect", "--port", "0", "--database", folder.path + "/e.sqlite",
        "--certificate", folder.path + "/certificate", "--certificate-key", folder.path + "/key",
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
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let collector = try RunningProcess(
      tool: "collect", "--port", "0", "--database", folder.path + "/e.sqlite")
    defer { collector.stop() }
    let address = "\(try #require(collector.line()).split(separator: " ")[2])"
    let result = try Command.run("trend", "--collector", address)
    check(result, "add --project NAME")
    #expect(!result.error.contains("such as"))
    let open = try Command.run(
      "collect", "--host", "0.0.0.0", "--port", "0", "--database", folder.path + "/o.sqlite")
    #expect(open.status == 1 && open.error.contains("--keys"), "\(open.error)")
  }

  @Test("a port in use is named with the option that chooses it")
  func portInUse() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let first = try RunningProcess(
      tool: "collect", "--port", "0", "--database", folder.path + "/1.sqlite")
    defer { first.stop() }
    let address = try #require(first.line()).split(separator: " ")[2]
    let port = "\(try #require(address.split(separator: ":").last))"
    let second = try Command.run(
      "collect", "--port", port, "--database", folder.path + "/2.sqlite")
    #expect(second.error.contains("port \(port) of 127.0.0.1 is in use"), "\(second.error)")
    #expect(second.error.contains("another one with --port"), "\(second.error)")
    let metrics = try Command.run(
      "collect", "--port", "0", "--metrics-port", port, "--database", folder.path + "/3.sqlite")
    #expect(metrics.error.contains("port \(port) is in use"), "\(metrics.error)")
    #expect(metrics.error.contains("another one with --metrics-port"), "\(metrics.error)")
  }

  @Test("a missing key file, and a missing or unknown read key, are reported in words")
  func keys() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let (database, keys) = (folder.path + "/e.sqlite", folder.path + "/keys")
    let missing = try Command.run("collect", "--database", database, "--keys", keys)
    #expect(missing.error.contains("the key file \(keys) does not exist"), "\(missing.error)")
    let written = try Command.run("key", "write", "--project", "shop", "--keys", keys)
    #expect(written.status == 0)
    let collector = try RunningProcess(
      tool: "collect", "--port", "0", "--database", database, "--keys", keys)
    defer { collector.stop() }
    let address = "\(try #require(collector.line()).split(separator: " ")[2])"
    check(try Command.run("trend", "--collector", address), "CAIRN_READ_KEY")
    let writeKey = written.output.trimmingCharacters(in: .newlines)
    check(
      try Command.run("trend", "--collector", address, "--key", writeKey),
      "the key is none of this collector")
  }
}

private struct TemporaryFolder {
  let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
