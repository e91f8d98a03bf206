import Hummingbird

/// Says who may read the stored events.
struct ReadAccess {
  let configuration: CollectorConfiguration

  func check(_ request: Request) throws(Refusal) {
    if let key = configuration.readKey {
      guard carries(key, request) else { throw .unauthorized("reading needs the read key") }
    } else {
      try checkLoopback(request)
    }
  }

  private func carries(_ key: String, _ request: Request) -> Bool {
    switch request.headers[.authorization].map(Credentials.init) {
    case .basic(let user): user == key
    case .bearer(let token): token == key
    case .other, nil: false
    }
  }

  // A page on evil.example can point its own name at 127.0.0.1 and so read what listens there. The
  // browser then still sends that name as Host.
  private func checkLoopback(_ request: Request) throws(Refusal) {
    guard configuration.listensOnLoopbackOnly else {
      throw forbidden("reading needs a readKey in the configuration, or a loopback host")
    }
    guard LoopbackName.matches(hostName(request.head.authority ?? "")) else {
      throw forbidden("without a readKey, reading needs a loopback name in the Host header")
    }
  }

  private func hostName(_ authority: String) -> String {
    if authority.hasPrefix("[") { return String(authority.prefix { $0 != "]" }) + "]" }
    return String(authority.prefix { $0 != ":" })
  }

  private func forbidden(_ message: String) -> Refusal {
    Refusal(status: .forbidden, code: "forbidden", message: message)
  }
}
