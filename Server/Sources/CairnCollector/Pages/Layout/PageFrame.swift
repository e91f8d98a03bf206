/// The frame of a page: the list of pages, the title, and the links to the tables.
struct PageFrame: Sendable {
  let place: PagePlace
  let visit: Visit

  func html(_ content: PageContent) -> HTML {
    let main: HTML = """
      <div class="head"><h1>\(content.title)</h1>\(lead(content))</div>
      \(content.form)
      \(content.body)
      \(files(content.tables))
      """
    return Self.document(
      title: content.title, header: header, main: main, script: content.script)
  }

  private func lead(_ content: PageContent) -> HTML {
    content.lead.text.isEmpty ? "" : "<p class=\"lead\">\(content.lead)</p>"
  }

  private var header: HTML {
    let links = PagePlace.allCases.map { other -> HTML in
      let link = visit.link(other.path)
      return other == place
        ? "<li><a href=\"\(link)\" aria-current=\"page\">\(other.title)</a></li>"
        : "<li><a href=\"\(link)\">\(other.title)</a></li>"
    }
    let signOut: HTML =
      visit.viewer.hasSession
      ? """
      <form method="post" action="/sign-out" class="out"><button type="submit">Sign out</button></form>
      """ : ""
    return """
      <nav aria-label="Pages"><ul>\(links)</ul></nav>\(signOut)
      """
  }

  private func files(_ tables: [DataTable]) -> HTML {
    let tables = tables.filter { !$0.rows.isEmpty }
    guard !tables.isEmpty else { return "" }
    let items = tables.map { table -> HTML in
      let name = tables.count > 1 ? table.name : nil
      let links = ["csv", "json"].map { format -> HTML in
        let link = visit.changed(["format": format, "table": name])
        return "<a href=\"\(link)\" download>\(format.uppercased())</a>"
      }
      return "<li>\(table.caption): \(links[0]) · \(links[1])</li>"
    }
    return "<footer class=\"files\"><ul aria-label=\"Files\">\(items)</ul></footer>"
  }

  /// Returns a complete document.
  static func document(title: String, header: HTML, main: HTML, script: String? = nil) -> HTML {
    let scripts: HTML = script.map { "<script src=\"\($0)\" defer></script>\n" } ?? ""
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title) · Cairn</title>
      <link rel="icon" href="/icon.svg" type="image/svg+xml">
      <link rel="stylesheet" href="/style.css">
      \(scripts)</head>
      <body>
      <a class="skip" href="#main">Skip to the content</a>
      <header class="bar"><a class="brand" href="/live">\(brand)<span>Cairn</span></a>\(header)</header>
      <main id="main" tabindex="-1">
      \(main)
      </main>
      </body>
      </html>

      """
  }

  /// Three stones on each other.
  private static let brand: HTML = """
    <svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">\
    <ellipse cx="12" cy="19" rx="10" ry="4"/><ellipse cx="11.4" cy="11.6" rx="6.6" ry="3.4"/>\
    <ellipse cx="12.4" cy="5.4" rx="3.9" ry="2.6"/></svg>
    """
}
