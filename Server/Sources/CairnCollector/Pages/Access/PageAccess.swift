import Foundation
import HTTPTypes
import Hummingbird

/// Determines who may see the pages: as for reading events, with a session besides.
struct PageAccess: Sendable {
  let access: ReadAccess
  /// Whether the collector itself serves TLS.
  let hasTLS: Bool

  /// - Throws: 401 when a sign-in is needed, and 403 when there is no key with which to sign in.
  func viewer(_ request: Request) throws(Refusal) -> Viewer {
    guard access.keys.hasReadKeys, request.accessKey == nil else {
      return Viewer(scope: try access.scope(request), hasSession: false)
    }
    for cookie in cookies(request) {
      if let scope = PageSession.scope(cookie, access.keys, now: Self.now) {
        return Viewer(scope: scope, hasSession: true)
      }
    }
    throw .unauthorized("this page requires a read key")
  }

  /// Returns the cookie for a read key; nil for an unknown one.
  func cookie(forKey key: String, _ request: Request) -> String? {
    PageSession.seal(key, access.keys, now: Self.now).map {
      attributes($0, seconds: PageSession.seconds, request)
    }
  }

  /// Returns the cookie that ends the session of the browser.
  func endingCookie(_ request: Request) -> String { attributes("", seconds: 0, request) }

  /// Checks that a form was sent by a page of this collector.
  ///
  /// - Throws: 403 otherwise.
  func checkSameOrigin(_ request: Request) throws(Refusal) {
    let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
    if site == "same-origin" { return }
    // Browsers send the other header only over TLS or to this machine.
    if site == nil, let origin = request.headers[.origin],
      let authority = request.head.authority, !authority.isEmpty,
      origin == "http://" + authority || origin == "https://" + authority
    {
      return
    }
    throw .forbidden("forms are accepted only from the pages of this collector")
  }

  private static var now: Int64 { Int64(Date().timeIntervalSince1970) }

  private func cookies(_ request: Request) -> [String] {
    request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
      let pair = pair.drop { $0 == " " }
      guard pair.hasPrefix(PageSession.cookie + "=") else { return nil }
      return String(pair.dropFirst(PageSession.cookie.count + 1))
    }.prefix(2).map { $0 }
  }

  private func attributes(_ value: String, seconds: Int64, _ request: Request) -> String {
    let proto = HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] }
    let isSecure = hasTLS || proto?.lowercased() == "https"
    return "\(PageSession.cookie)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }
}

/// The person who looks at a page.
struct Viewer: Sendable {
  let scope: ReadScope
  /// Whether there is a session that can be ended.
  let hasSession: Bool

  /// The only project that the viewer may see; nil for all.
  var project: String? {
    switch scope {
    case .allProjects: nil
    case .project(let own): own
    }
  }

  /// Returns whether the viewer may see the events of a project.
  func sees(_ project: String) -> Bool {
    self.project.map { $0.utf8.elementsEqual(project.utf8) } ?? true
  }
}
