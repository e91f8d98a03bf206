/// Where the featurization service of a domain is.
package enum Region {
  package static let standard = "va7"

  /// The first row that fits, in whatever case.
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
  /// The region that is given, or the one that the domain names.
  public var effectiveRegion: String { region ?? Region.name(ofDomain: edgeDomain) }
}
