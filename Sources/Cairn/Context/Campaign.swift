/// The campaign in a link: its `utm_…` parameters, and the identifiers that advertisers add to a
/// click.
package enum Campaign {
  /// The maximum length of a value, in bytes of UTF-8.
  static let longest = 200
  /// The maximum number of values, which is the number of known parameters.
  private static let most = names.count + clickIDs.count

  /// The parameters and their names in the context.
  ///
  /// The names are those of the Segment specification, or the parameter's own where the
  /// specification has none.
  static let names = [
    "utm_campaign": "name", "utm_source": "source", "utm_medium": "medium", "utm_term": "term",
    "utm_content": "content", "utm_id": "id",
  ]

  /// The click identifiers of Google, Meta, Microsoft, TikTok, X, LinkedIn, Pinterest and Snapchat.
  static let clickIDs: Set = [
    "gclid", "gbraid", "wbraid", "dclid", "fbclid", "msclkid", "ttclid", "twclid", "li_fat_id",
    "epik", "sccid",
  ]

  /// Returns the campaign of a link's query, by the names of the context; empty when the query has
  /// none.
  package static func values(of query: [String: String]) -> [String: String] {
    var values: [String: String] = [:]
    for (parameter, value) in query where !value.isEmpty {
      let key = parameter.lowercased()
      guard let name = names[key] ?? (clickIDs.contains(key) ? key : nil) else { continue }
      values[name] = value
    }
    return bounded(values)
  }

  /// Returns the campaign within the limits for the context of every event; empty when it has too
  /// many values.
  ///
  /// The values may come from a link, a rule or a file of an earlier version.
  package static func bounded(_ values: [String: String]) -> [String: String] {
    guard values.count <= most else { return [:] }
    return values.compactMapValues { value in
      // A control character takes six bytes in JSON and has no use in a campaign.
      let plain = value.unicodeScalars.allSatisfy { $0.value >= 0x20 }
      let kept = (plain ? value : String(value.unicodeScalars.filter { $0.value >= 0x20 }))
        .cut(toBytes: longest)
      return kept.isEmpty ? nil : kept
    }
  }
}
