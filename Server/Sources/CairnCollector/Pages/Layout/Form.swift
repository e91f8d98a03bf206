/// The fields of the form of a page, which is sent with GET, so that the address has its values.
struct Form: Sendable {
  let visit: Visit
  private var fields: [HTML] = []
  /// The fields that are rarely needed, which are closed at first.
  private var more: [HTML] = []
  private var isInMore = false
  /// The parameters that the form does not show, and keeps.
  private var kept: [HTML] = []

  init(_ visit: Visit) { self.visit = visit }

  var html: HTML {
    let isUsed = ["from", "to", "zone"].contains { visit.values[$0] != nil }
    let open: HTML = isUsed ? " open" : ""
    var rest: HTML = ""
    if !more.isEmpty {
      rest = """
        <details class="rest"\(open)><summary>\(title)</summary><div>\(more)</div></details>
        """
    }
    return """
      <form class="fields" method="get" action="\(visit.path)">\(kept)\(fields)\
      \(rest)<div class="go"><button type="submit">Show</button></div></form>
      """
  }

  private var title: String { more.count > 1 ? "Dates and time zone" : "Time zone" }

  private mutating func add(_ field: HTML) {
    if isInMore { more.append(field) } else { fields.append(field) }
  }

  /// Puts the following fields behind a title.
  mutating func beginMore() { isInMore = true }

  mutating func text(
    _ name: String, _ label: String, value: String? = nil, hint: String = "", list: String? = nil
  ) {
    let value = value ?? visit.values[name] ?? ""
    let listed: HTML = list.map { " list=\"\($0)\"" } ?? ""
    add(
      """
      <label><span>\(label)</span><input name="\(name)" value="\(value)" placeholder="\(hint)" \
      autocomplete="off" spellcheck="false" maxlength="400"\(listed)></label>
      """)
  }

  mutating func date(_ name: String, _ label: String, value: String) {
    add(
      """
      <label><span>\(label)</span><input type="date" name="\(name)" value="\(value)"></label>
      """)
  }

  mutating func choice(
    _ name: String, _ label: String, _ choices: [(value: String, title: String)], selected: String
  ) {
    let options = choices.map { choice -> HTML in
      choice.value == selected
        ? "<option value=\"\(choice.value)\" selected>\(choice.title)</option>"
        : "<option value=\"\(choice.value)\">\(choice.title)</option>"
    }
    add(
      """
      <label><span>\(label)</span><select name="\(name)">\(options)</select></label>
      """)
  }

  /// Adds the choice of the project, if the viewer may see more than one.
  mutating func project(allowsAll: Bool = false) {
    guard visit.viewer.project == nil else { return }
    var choices = visit.projects.map { (value: $0.project, title: $0.project.shortened(to: 60)) }
    if let chosen = visit.values["project"], !choices.contains(where: { $0.value == chosen }) {
      choices.append((chosen, chosen.shortened(to: 60)))
    }
    if allowsAll { choices.insert(("", "All"), at: 0) }
    guard choices.count > 1 else {
      if let chosen = visit.values["project"] { keep("project", chosen) }
      return
    }
    choice(
      "project", "Project", choices,
      selected: allowsAll ? visit.project ?? "" : visit.subject ?? "")
  }

  /// Adds the choice of a time zone.
  mutating func zone() {
    var names = Self.zones
    if !names.contains(visit.zone.name) { names.append(visit.zone.name) }
    choice(
      "zone", "Time zone", names.map { ($0, $0.replacing("_", with: " ")) },
      selected: visit.zone.name)
  }

  mutating func keep(_ name: String, _ value: String) {
    kept.append("<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">")
  }

  /// Returns the names for a text field, with this identifier.
  static func list(_ id: String, _ names: [String]) -> HTML {
    // A name can be as long as an event.
    let short = names.filter { $0.utf8.count <= 200 }
    let options = short.map { name -> HTML in "<option value=\"\(name)\"></option>" }
    return "<datalist id=\"\(id)\">\(options)</datalist>"
  }

  // An address may name any other one.
  private static let zones = [
    "UTC", "America/Los_Angeles", "America/New_York", "America/Sao_Paulo", "Europe/London",
    "Europe/Berlin", "Africa/Nairobi", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo",
    "Australia/Sydney",
  ]
}
