/// The regions of the featurization service.
package enum Region {
  package static let standard = "va7"

  /// The region for each part of a domain's name; the first match wins, and case is ignored.
  private static let table: KeyValuePairs = [
    "edge-eu": "irl1", "irl1": "irl1", "edge-au": "aus3", "aus3": "aus3", "edge-jp": "jpn3",
    "jpn3": "jpn3", "edge-in": "ind1", "ind1": "ind1", "edge-sg": "sgp3", "sgp3": "sgp3",
    "or2": "or2", "va6": "va6",
  ]

  package static func name(ofDomain domain: String?) -> String {
    let domain = domain?.lowercased() ?? ""
    return table.first { domain.contains($0.key) }?.value ?? standard
  }
}

extension ContentConfiguration {
  /// The configured region, or else the region that is derived from `edgeDomain`.
  public var effectiveRegion: String { region ?? Region.name(ofDomain: edgeDomain) }
}
