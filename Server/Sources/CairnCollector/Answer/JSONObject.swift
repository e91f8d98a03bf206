/// Writes one JSON object, member by member.
struct JSONObject {
  private var members = ""

  var text: String { "{\(members)}" }

  /// Adds a text, or null.
  mutating func add(_ key: String, _ value: String?) {
    add(key, raw: value.map(JSONText.encode) ?? "null")
  }

  /// Adds a value that is JSON already.
  mutating func add(_ key: String, raw json: String) {
    if !members.isEmpty { members += "," }
    members += "\"\(key)\":"
    members += json
  }
}
