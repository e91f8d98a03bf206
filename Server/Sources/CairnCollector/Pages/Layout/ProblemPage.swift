import Hummingbird

/// The page that states why there is no other one.
struct ProblemPage: Sendable {
  let refusal: Refusal

  var response: Response {
    let remedy: HTML =
      switch refusal.code {
      case "forbidden":
        """
        <p>Create a key with <code>cairnctl key read --keys FILE</code> and start the collector \
        with <code>--keys FILE</code>, or open the page on the machine of the collector.</p>
        """
      case "saturated":
        "<p>Several pages are being prepared. Reload this one in a moment.</p>"
      default: ""
      }
    let main: HTML = """
      <div class="head"><h1>\(title)</h1></div>
      <p class="problem">\(sentence)</p>
      \(remedy)
      <p><a href="/live">To the first page</a></p>
      """
    var response = Response.page(
      PageFrame.document(title: title, header: "", main: main), status: refusal.status)
    response.headers[.retryAfter] = refusal.headers[.retryAfter]
    return response
  }

  private var title: String {
    switch refusal.status {
    case .notFound: "Not found"
    case .forbidden, .unauthorized: "Not allowed"
    case .badRequest, .uriTooLong, .contentTooLarge: "This address is not valid"
    case .unprocessableContent: "Too much for one answer"
    default: "Not available now"
    }
  }

  private var sentence: String {
    let message = refusal.message
    return message.prefix(1).uppercased() + message.dropFirst() + "."
  }
}
