/// What brought the user, as a link says it: `utm_…` parameters, and the identifiers that advertisers add to a click.
package enum Campaign {
  /// The longest value that is kept, in characters.
  static let longest = 200

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
      values[name] = String(value.prefix(longest))
    }
    return values
  }
}
