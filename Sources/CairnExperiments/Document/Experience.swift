import Cairn

/// An experiment or a rollout: its conditions and its variations.
package final class Experience: Sendable {
  package let id: String
  package let key: String
  /// The version, as text; nil when there is none.
  package let version: String?
  package let layout: BucketLayout
  package let isArchived: Bool
  /// The environments in which it is served; nil for all.
  package let environments: [String]?
  /// The locations at which it is served; nil for all.
  package let place: Place?
  package let audiences: [Audience]
  /// Whether the visitor must belong to all audiences instead of any.
  package let needsAllAudiences: Bool
  /// The segments, of which the visitor must be in one; no condition when empty.
  package let segmentIDs: [String]
  package let arms: [Arm]

  /// The locations of an experience.
  package enum Place: Sendable {
    /// Any of several locations.
    case locations([Location])
    /// The older form: rules of the experience itself.
    case siteArea(RuleTree)
  }

  /// Makes an experience; nil without an ID.
  ///
  /// References are resolved with the catalog; unknown IDs are ignored.
  init?(_ part: DocumentPart, _ catalog: DocumentCatalog) {
    guard let id = part["id"].text else { return nil }
    let key = part["key"].text ?? id
    self.id = id
    self.key = key
    version = part["version"].text
    layout = BucketLayout(version: part["version"].value)
    isArchived = catalog.archived.contains(CodeUnitKey(id))
    environments = Self.environments(part)
    place = Self.place(part, catalog)
    let names = Self.names(part["audiences"])
    audiences = names.compactMap { catalog.audiences[CodeUnitKey($0)] }
    needsAllAudiences = part["settings"]["matching_options"]["audiences"].text == "all"
    segmentIDs = names.filter { catalog.segments[CodeUnitKey($0)] != nil }
    arms = part["variations"].elements.compactMap {
      Arm($0, experienceID: id, experienceKey: key)
    }
  }

  private static func environments(_ part: DocumentPart) -> [String]? {
    if let environment = part["environment"].text { return [environment] }
    let environments = part["environments"].texts
    return environments.isEmpty ? nil : environments
  }

  /// Each once, in order: a list that names one audience 1,000 times would have its rules asked
  /// 1,000 times.
  private static func names(_ list: DocumentPart) -> [String] {
    var known: Set<CodeUnitKey> = []
    return list.texts.filter { known.insert(CodeUnitKey($0)).inserted }
  }

  private static func place(_ part: DocumentPart, _ catalog: DocumentCatalog) -> Place? {
    let names = names(part["locations"])
    if !names.isEmpty { return .locations(names.compactMap { catalog.locations[CodeUnitKey($0)] }) }
    let area = part["site_area"]
    if case .object = area.value { return .siteArea(RuleTree(area)) }
    return nil
  }

  package func arm(id: String) -> Arm? { arms.first { $0.id.isIdentical(to: id) } }
}
