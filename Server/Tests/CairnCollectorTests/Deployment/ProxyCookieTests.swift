import Foundation
import Testing
import ToolTestSupport

@testable import CairnCollector

@Suite(
  "The pages behind HAProxy with TLS",
  .enabled(
    if: Installed.path(of: "haproxy") != nil && Installed.path(of: "openssl") != nil
      && Installed.path(of: "curl") != nil, "HAProxy, openssl and curl are needed"))
struct ProxyCookieTests {
  @Test("the cookie of a sign-in is secure over TLS only, whatever scheme the client claims")
  func secure() async throws {
    let files = try TLSTests.Files()
    defer { files.folder.remove() }
    let keys = files.folder.path("keys")
    let made = try Command.run("key", "read", "--project", "shop", "--keys", keys)
    let key = try #require(made.output.split(whereSeparator: \.isWhitespace).last)
    let collector = try RunningProcess([
      Command.tool.path, "collect", "--port", "0", "--database",
      files.folder.path("events.sqlite"), "--keys", keys, "--trusted-proxy", "127.0.0.1",
    ])
    defer { collector.crash() }
    let port = try DrainTests.client(collector).port
    for (isTLS, claim) in [(true, "http"), (false, "https")] {
      let proxyPort = try DeploymentTests.freePort()
      let proxy = try proxy(proxyPort, isTLS, collector: port, files)
      defer { proxy.crash() }
      let url = "\(isTLS ? "https" : "http")://localhost:\(proxyPort)/sign-in"
      try await eventually("the proxy answers") {
        try #require(proxy.isRunning)
        return try await curl(url).contains("200")
      }
      let answer = try await curl(
        url, "--data", "key=\(key)", "--header", "Origin: \(url.dropLast(8))", "--header",
        "X-Forwarded-Proto: \(claim)")
      #expect(answer.contains("303") && answer.lowercased().contains("set-cookie"), "\(answer)")
      #expect(answer.contains("; Secure") == isTLS, "\(answer)")
    }
  }

  private func proxy(
    _ port: Int, _ isTLS: Bool, collector: Int, _ files: TLSTests.Files
  ) throws -> RunningProcess {
    let both = files.folder.path("both.pem")
    let parts = try ["one.pem", "one.key"].map {
      try String(contentsOfFile: files.folder.path($0), encoding: .utf8)
    }
    try Data(parts.joined().utf8).write(to: URL(fileURLWithPath: both))
    let tls = isTLS ? " ssl crt \(both)" : ""
    let text = try DeploymentTests.text("haproxy.cfg")
      .replacing("bind 127.0.0.1:8088", with: "bind 127.0.0.1:\(port)\(tls)")
      .replacing("maxconn 8000", with: "maxconn 400")
      .replacing(":8081", with: ":\(collector)").replacing(":8082", with: ":\(collector)")
    let path = files.folder.path("haproxy-\(port).cfg")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return try RunningProcess([try #require(Installed.path(of: "haproxy")), "-db", "-f", path])
  }

  private func curl(_ arguments: String...) async throws -> String {
    try await offThread {
      Result {
        try Command.run(
          URL(fileURLWithPath: "/usr/bin/env"), ["curl", "-s", "-k", "-i"] + arguments
        ).output
      }
    }.get()
  }
}
