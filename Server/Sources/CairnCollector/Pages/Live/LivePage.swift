/// `/live`: the events as they arrive.
struct LivePage: Page {
  static let place = PagePlace.live
  /// The number of stored events that the page begins with.
  private static let maxRows = 20

  let store: any QuestionStore

  func content(_ visit: Visit) async throws -> PageContent {
    let search = EventSearch(project: visit.project, limit: Self.maxRows)
    let events = try await store.search(search).events
    var content = PageContent(title: "Live")
    content.lead = """
      The events that this collector receives, at the moment of their commit. Other collectors of \
      the same store show theirs.
      """
    content.body = body(visit, events)
    content.script = "/live.js"
    return content
  }

  private func form(_ visit: Visit) -> HTML {
    var form = Form(visit)
    form.project(allowsAll: true)
    form.beginMore()
    form.zone()
    return form.html
  }

  private func body(_ visit: Visit, _ events: [StoredEvent]) -> HTML {
    let stream = PageLink(LiveStreamEndpoint.path, ["project": visit.project])
    let event = visit.link(JourneyPage.path)
    return """
      <noscript><p class="problem">The other pages do without JavaScript: \
      <a href="\(visit.link(PagePlace.explorer.path))">Explorer</a> has the stored events.</p></noscript>
      <section id="live" data-stream="\(stream)" data-event="\(event)" data-zone="\(visit.zone.name)">
      <div class="meters">
      <p class="state"><span id="dot" class="dot" aria-hidden="true"></span>\
      <span id="state" role="status">Live needs JavaScript</span></p>
      <dl><div><dt>a second</dt><dd id="rate">0</dd></div>\
      <div><dt>stored</dt><dd id="stored">0</dd></div>\
      <div><dt>duplicates</dt><dd id="duplicate">0</dd></div>\
      <div><dt>conflicts</dt><dd id="conflict">0</dd></div>\
      <div><dt>refused</dt><dd id="refused">0</dd></div>\
      <div><dt>not shown</dt><dd id="skipped">0</dd></div></dl>
      <svg id="pulse" class="pulse" viewBox="0 0 240 36" preserveAspectRatio="none" \
      aria-hidden="true"></svg>
      </div>
      <div class="row"><form id="tools" class="tools" role="search" aria-label="Filter of the list">
      <label><span>Filter</span><input id="filter" name="filter" type="search" autocomplete="off" \
      spellcheck="false" maxlength="200" placeholder="name, user, project, reason"></label>
      <button id="pause" type="button" aria-pressed="false">Pause</button>
      </form>\(form(visit))</div>
      <div class="scroll" role="region" aria-label="Events" tabindex="0"><table class="stream">
      <caption>The newest events first; the counts above began when this page was opened</caption>
      <thead><tr><th scope="col">Stored</th><th scope="col">Event</th><th scope="col">User</th>\
      <th scope="col">Project</th><th scope="col">Result</th>\
      <th scope="col" class="n">Delay</th></tr></thead>
      <tbody id="rows">\(events.map { row($0, visit) })</tbody></table></div>
      <p id="none" class="empty"\(events.isEmpty ? "" : " hidden" as HTML)>No events yet: they appear \
      here as soon as an app sends them to this collector.</p>
      </section>
      """
  }

  private func row(_ event: StoredEvent, _ visit: Visit) -> HTML {
    let name = event.name ?? event.type
    let user = event.userID ?? event.anonymousID ?? ""
    return """
      <tr class="old"><td><time datetime="\(visit.zone.exact(event.receivedAt))">\
      \(visit.zone.clock(event.receivedAt))</time></td>\
      <td><a href="\(JourneyPage.link(event, visit))"><bdi>\(name.shortened(to: 100))</bdi></a></td>\
      <td><bdi>\(user.shortened(to: 60))</bdi></td><td><bdi>\(event.project.shortened(to: 60))</bdi></td>\
      <td><span class="tag good">stored</span></td>\
      <td class="n">\(Words.duration(event.receivedAt - event.timestamp))</td></tr>

      """
  }
}
