import Hummingbird

/// `GET /sign-in`: the form for a read key.
struct SignInPage: Endpoint {
  static let path = "/sign-in"

  let access: PageAccess

  func respond(to request: Request) async throws -> Response {
    do throws(Refusal) {
      let then = try Self.target(FormValues(request.uri.query ?? "")["then"])
      guard access.access.keys.hasReadKeys else {
        // Nobody can sign in: the page tells who may read, and why not.
        _ = try access.viewer(request)
        return .see(address: then)
      }
      return .page(Self.form(then: then, problem: nil))
    } catch {
      return ProblemPage(refusal: error).response
    }
  }

  /// Returns an address of this collector, to which the sign-in leads.
  static func target(_ text: String?) -> String {
    guard let text, text.utf8.count <= 2_000, text.hasPrefix("/"), !text.hasPrefix("//"),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
    else { return PagePlace.live.path }
    return text
  }

  static func form(then: String, problem: String?) -> HTML {
    let alert: HTML =
      problem.map { "<p class=\"problem\" role=\"alert\" id=\"problem\">\($0)</p>" } ?? ""
    let described: HTML =
      problem == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"problem\""
    let main: HTML = """
      <div class="card">
      <h1>Sign in</h1>
      <p class="lead">The pages of this collector require a read key.</p>
      \(alert)
      <form method="post" action="\(path)">
      <input type="hidden" name="then" value="\(then)">
      <label><span>Read key</span><input type="password" name="key" required autofocus \
      autocomplete="current-password" maxlength="200"\(described)></label>
      <button type="submit" class="main">Sign in</button>
      </form>
      <p class="fine">A key is created with <code>cairnctl key read</code>. If you followed a link \
      of another site and are signed in already, <a href="\(then)">go on to the page</a>.</p>
      </div>
      """
    return PageFrame.document(title: "Sign in", header: "", main: main)
  }
}

/// `POST /sign-in`: begins a session for a valid key.
struct SignInEndpoint: Endpoint {
  /// The maximum number of bytes of the form.
  static let maxBytes = 8_192

  let access: PageAccess

  func respond(to request: Request) async throws -> Response {
    do {
      try access.checkSameOrigin(request)
      let values = try await Self.values(request)
      let then = SignInPage.target(values["then"])
      guard let key = values["key"], WriteKey.isWellFormed(key),
        let cookie = access.cookie(forKey: key, request)
      else {
        return .page(
          SignInPage.form(then: then, problem: "This is no read key of this collector."),
          status: .unauthorized)
      }
      return .see(address: then, cookie: cookie)
    } catch let refusal as Refusal {
      return ProblemPage(refusal: refusal).response
    }
  }

  /// Reads a form.
  ///
  /// - Throws: 413 for one that is too long.
  static func values(_ request: Request) async throws -> FormValues {
    var bytes: [UInt8] = []
    for try await part in request.body {
      guard bytes.count + part.readableBytes <= maxBytes else {
        throw Refusal(
          status: .contentTooLarge, code: "tooLarge",
          message: "the form has more than \(maxBytes) bytes")
      }
      bytes += part.readableBytesView
    }
    return try FormValues(String(decoding: bytes, as: UTF8.self))
  }
}

/// `POST /sign-out`: ends the session of the browser.
struct SignOutEndpoint: Endpoint {
  static let path = "/sign-out"

  let access: PageAccess

  func respond(to request: Request) async throws -> Response {
    do throws(Refusal) {
      try access.checkSameOrigin(request)
      return .see(address: SignInPage.path, cookie: access.endingCookie(request))
    } catch {
      return ProblemPage(refusal: error).response
    }
  }
}

/// `GET /`: leads to the first page.
struct HomeEndpoint: Endpoint {
  func respond(to request: Request) async throws -> Response { .see(PageLink(PagePlace.live.path)) }
}
