/// What brought the user, as a link says it: `utm_…` parameters, and the identifiers that advertisers add to a click.
package enum Campaign {
  /// The longest value that is kept, in bytes of UTF-8.
  static let longest = 200
  /// As many as there are names.
  private static let most = names.count + clickIDs.count

  /// Parameters, and what they are called in the context: the names of the Segment specification, and those of the
  /// parameters where it has none.
  static let names = [
    "utm_campaign": "name", "utm_source": "source", "utm_medium": "medium", "utm_term": "term",
    "utm_content": "content", "utm_id": "id",
  ]

  /// Google, Meta, Microsoft, TikTok, X, LinkedIn, Pinterest, Snapchat.
  static let clickIDs: Set = [
    "gclid", "gbraid", "wbraid", "dclid", "fbclid", "msclkid", "ttclid", "twclid", "li_fat_id",
    "epik", "sccid",
  ]

  /// By the context's names; empty when the link names none.
  package static func values(of query: [String: String]) -> [String: String] {
    var values: [String: String] = [:]
    for (parameter, value) in query where !value.isEmpty {
      let key = parameter.lowercased()
      guard let name = names[key] ?? (clickIDs.contains(key) ? key : nil) else { continue }
      values[name] = value
    }
    return bounded(values)
  }

  /// The same, as short as the context of every event must be; whoever made it, a link, a rule or an earlier version.
  package static func bounded(_ values: [String: String]) -> [String: String] {
    guard values.count <= most else { return [:] }
    return values.compactMapValues { value in
      // In JSON a control character is six bytes, and nobody names a campaign with one.
      let plain = value.unicodeScalars.allSatisfy { $0.value >= 0x20 }
      let kept = (plain ? value : String(value.unicodeScalars.filter { $0.value >= 0x20 }))
        .cut(toBytes: longest)
      return kept.isEmpty ? nil : kept
    }
  }
}
