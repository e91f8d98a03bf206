import Foundation

/// A request for a page, by a viewer that may see it.
struct Visit: Sendable {
  /// The projects that a page offers.
  static let maxProjects = 200

  let path: String
  let values: FormValues
  let viewer: Viewer
  /// The projects that the viewer may see, those with the most events first.
  let projects: [ProjectCounts]
  /// The chosen project; nil when there is none.
  let project: String?
  let zone: ZonedTime
  /// Microseconds since 1970.
  let now: Int64

  /// - Throws: 403 for a project that the viewer may not see, and 400 for an unknown time zone.
  init(
    path: String, _ values: FormValues, _ viewer: Viewer, _ projects: [ProjectCounts]
  ) throws(Refusal) {
    self.path = path
    self.values = values
    self.viewer = viewer
    self.projects = projects.filter { viewer.sees($0.project) }
      .sorted { ($0.counts.stored, $1.project) > ($1.counts.stored, $0.project) }
      .prefix(Self.maxProjects).map { $0 }
    if let name = values["zone"] {
      guard let zone = ZonedTime(name) else {
        throw .badRequest("badZone", "the time zone is unknown; write it as Europe/Berlin")
      }
      self.zone = zone
    } else {
      zone = ZonedTime()
    }
    if let wanted = values["project"], !viewer.sees(wanted) {
      throw .forbidden("the read key is not valid for this project")
    }
    project = viewer.project ?? values["project"]
    now = Int64(Date().timeIntervalSince1970 * 1_000_000)
  }

  /// The chosen project, or the one with the most events.
  var subject: String? { project ?? projects.first?.project }

  /// Returns the address of a page with the project and the time zone of this one.
  func link(_ path: String, _ parameters: KeyValuePairs<String, String?> = [:]) -> PageLink {
    var link = PageLink(path, ["project": values["project"], "zone": values["zone"]])
    for (name, value) in parameters { link[name] = value }
    return link
  }

  /// Returns the address of this page with changes.
  func changed(_ changes: KeyValuePairs<String, String?>) -> PageLink {
    var link = PageLink(path, parameters: values.parameters.filter { !$0.value.isEmpty })
    for (name, value) in changes { link[name] = value }
    return link
  }
}
