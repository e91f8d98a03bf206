import Foundation

/// HAProxy in front of the collectors: it sends requests to those that are ready.
final class Balancer: Sendable {
  let port: Int
  let process: ServerProcess

  init(port: Int, collectors: [Int], in folder: ClusterFolder) throws {
    self.port = port
    let file = folder.path("haproxy.cfg")
    try Self.configuration(port, collectors).write(toFile: file, atomically: true, encoding: .utf8)
    process = ServerProcess(
      "haproxy", [try Installed.program("haproxy"), "-db", "-f", file], in: folder)
  }

  private static func configuration(_ port: Int, _ collectors: [Int]) -> String {
    let servers = collectors.enumerated().map { number, port in
      "  server collector-\(number + 1) 127.0.0.1:\(port) check inter 500ms fall 2 rise 1"
    }
    return """
      global
        maxconn 2000
      defaults
        mode http
        timeout connect 1s
        timeout client 60s
        timeout server 60s
        option redispatch
        retries 3
        retry-on conn-failure
      frontend events
        bind 127.0.0.1:\(port)
        default_backend collectors
      backend collectors
        option httpchk GET /health/ready
        http-check expect status 200
      \(servers.joined(separator: "\n"))

      """
  }
}
