import HTTPTypes

/// `/event?project=&id=`: one stored event and its journey.
struct JourneyPage: Page {
  static let place = PagePlace.explorer
  static let path = "/event"

  let store: any QuestionStore

  static func link(_ event: StoredEvent, _ visit: Visit) -> PageLink {
    PageLink(
      path, ["project": event.project, "id": event.messageID, "zone": visit.values["zone"]])
  }

  func content(_ visit: Visit) async throws -> PageContent {
    guard let id = visit.values["id"], let project = visit.project else {
      throw Refusal.badRequest("badQuery", "the address must have a project and an id")
    }
    let search = EventSearch(project: project, messageID: id, limit: 1)
    guard let event = try await store.search(search).events.first else {
      throw Refusal(
        status: .notFound, code: "notFound",
        message: "no event with this id is stored in this project; it may have been refused, or "
          + "deleted since")
    }
    let repeats = try await store.repeats(project, messageID: id)
    let journey = Journey(event, repeats: repeats)
    var content = PageContent(title: event.name ?? event.type)
    content.tables = [facts(event, visit), journey.table(visit.zone)]
    content.body = """
      <div class="pair"><section><h2>Journey</h2>\(journey.html(visit.zone))</section>
      <section><h2>Who and what</h2>\(list(event, visit))</section></div>
      <section><h2>The whole event</h2>
      <p class="fine">As it was sent, with the context of its batch.</p>
      <pre class="json" tabindex="0" role="region" aria-label="The event as JSON"><code>\
      \(PrettyJSON.text(event.event.text))</code></pre></section>
      """
    return content
  }

  private func list(_ event: StoredEvent, _ visit: Visit) -> HTML {
    let explorer = { (name: String, value: String) in
      visit.link(ExplorerPage.place.path, ["project": event.project, name: value])
    }
    var items: [HTML] = [Self.item("Type", "\(event.type)")]
    if let name = event.name {
      items.append(Self.item("Name", Self.linked(name, explorer("name", name))))
    }
    if let user = event.userID {
      items.append(Self.item("User", Self.linked(user, explorer("user", user))))
    }
    if let user = event.anonymousID {
      items.append(Self.item("Anonymous id", Self.linked(user, explorer("user", user))))
    }
    items.append(Self.item("Project", "<bdi>\(event.project)</bdi>"))
    items.append(Self.item("Id", "<bdi>\(event.messageID)</bdi>"))
    return "<dl class=\"facts\">\(items)</dl>"
  }

  private static func item(_ name: String, _ value: HTML) -> HTML {
    "<div><dt>\(name)</dt><dd>\(value)</dd></div>"
  }

  private static func linked(_ text: String, _ link: PageLink) -> HTML {
    "<a href=\"\(link)\"><bdi>\(text.shortened(to: 200))</bdi></a>"
  }

  private func facts(_ event: StoredEvent, _ visit: Visit) -> DataTable {
    DataTable(
      name: "event", caption: "Event",
      columns: [
        .init(name: "messageId", title: "Id"), .init(name: "project", title: "Project"),
        .init(name: "type", title: "Type"), .init(name: "name", title: "Name"),
        .init(name: "userId", title: "User"), .init(name: "anonymousId", title: "Anonymous id"),
        .init(name: "timestamp", title: "Happened"), .init(name: "event", title: "Event"),
      ],
      rows: [
        [
          .text(event.messageID), .text(event.project), .label(event.type),
          event.name.map { .text($0) } ?? .none, event.userID.map { .text($0) } ?? .none,
          event.anonymousID.map { .text($0) } ?? .none, .time(event.timestamp),
          .text(event.event.text),
        ]
      ])
  }
}
