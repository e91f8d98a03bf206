import Cairn

/// An experiment or a roll-out: who takes part, and what they get.
package final class Experience: Sendable {
  package let id: String
  package let key: String
  /// As text; nil when it has none.
  package let version: String?
  package let layout: BucketLayout
  package let isArchived: Bool
  /// Nil when it is for all.
  package let environments: [String]?
  /// Nil when it is everywhere.
  package let place: Place?
  package let audiences: [Audience]
  /// Whether a visitor must be of all audiences, not of any.
  package let needsAllAudiences: Bool
  /// The visitor must be in one of them, if there are any.
  package let segmentIDs: [String]
  package let arms: [Arm]

  /// Where it is.
  package enum Place: Sendable {
    /// At any of these.
    case locations([Location])
    /// The older form: rules of its own.
    case siteArea(RuleTree)
  }

  /// Takes what its lists name from what the document has; what it does not have is passed over.
  init?(_ part: DocumentPart, _ catalog: DocumentCatalog) {
    guard let id = part["id"].text else { return nil }
    let key = part["key"].text ?? id
    self.id = id
    self.key = key
    version = part["version"].text
    layout = BucketLayout(version: part["version"].value)
    isArchived = catalog.archived.contains(ExactText(id))
    environments = Self.environments(part)
    place = Self.place(part, catalog)
    let names = Self.names(part["audiences"])
    audiences = names.compactMap { catalog.audiences[ExactText($0)] }
    needsAllAudiences = part["settings"]["matching_options"]["audiences"].text == "all"
    segmentIDs = names.filter { catalog.segments[ExactText($0)] != nil }
    arms = part["variations"].elements.compactMap {
      Arm($0, experienceID: id, experienceKey: key)
    }
  }

  private static func environments(_ part: DocumentPart) -> [String]? {
    if let environment = part["environment"].text { return [environment] }
    let environments = part["environments"].texts
    return environments.isEmpty ? nil : environments
  }

  /// Each once, in order: a list that names one audience 1,000 times would have its rules asked 1,000 times.
  private static func names(_ list: DocumentPart) -> [String] {
    var known: Set<ExactText> = []
    return list.texts.filter { known.insert(ExactText($0)).inserted }
  }

  private static func place(_ part: DocumentPart, _ catalog: DocumentCatalog) -> Place? {
    let names = names(part["locations"])
    if !names.isEmpty { return .locations(names.compactMap { catalog.locations[ExactText($0)] }) }
    let area = part["site_area"]
    if case .object = area.value { return .siteArea(RuleTree(area)) }
    return nil
  }

  package func arm(id: String) -> Arm? { arms.first { $0.id.isIdentical(to: id) } }
}
