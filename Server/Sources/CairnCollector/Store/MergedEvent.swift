/// An event merged with the defaults of its batch.
///
/// The event's own keys take precedence, one level deep. No byte that was sent changes.
struct MergedEvent {
  private(set) var text: String

  init(_ event: String, _ defaults: [DefaultObject]) {
    text = event
    // Only values that the scanner has accepted are stored: it cannot fail.
    for value in defaults {
      let bytes = Array(text.utf8)
      var scanner = JSONScanner(bytes)
      guard let members = try? scanner.members() else { return }
      let end = scanner.position
      guard let edit = Self.edit(value, members, end: end, bytes) else { continue }
      text = String(
        decoding: bytes[..<edit.place.lowerBound] + edit.inserted + bytes[edit.place.upperBound...],
        as: UTF8.self)
    }
  }

  private struct Edit {
    var place: Range<Int>
    var inserted: [UInt8]
  }

  /// Returns the edit; nil when the event needs nothing from the default.
  private static func edit(
    _ value: DefaultObject, _ members: [JSONMember], end: Int, _ bytes: [UInt8]
  ) -> Edit? {
    guard let own = members[value.key] else {
      let head = (members.isEmpty ? "" : ",") + "\"\(value.key)\":"
      return Edit(place: (end - 1)..<(end - 1), inserted: Array(head.utf8) + value.object)
    }
    switch own.kind {
    case .null: return Edit(place: own.range, inserted: value.object)
    case .object: return merge(value, into: own, bytes)
    default: return nil
    }
  }

  private static func merge(
    _ value: DefaultObject, into own: JSONSpan, _ bytes: [UInt8]
  ) -> Edit? {
    var scanner = JSONScanner(bytes, at: own.range.lowerBound)
    guard let ownMembers = try? scanner.members() else { return nil }
    // Bytes, because a Set of String takes a composed and a decomposed letter for the same.
    let ownKeys = Set(ownMembers.map { Array($0.key.utf8) })
    var inserted: [UInt8] = []
    for member in value.members where !ownKeys.contains(Array(member.key.utf8)) {
      if !ownMembers.isEmpty || !inserted.isEmpty { inserted.append(UInt8(ascii: ",")) }
      inserted += member.text
    }
    if inserted.isEmpty { return nil }
    let end = own.range.upperBound - 1
    return Edit(place: end..<end, inserted: inserted)
  }
}

/// A default of a batch, parsed once for all events of a page.
struct DefaultObject {
  var key: String
  var object: [UInt8]
  /// Each member's key, and its text with the key.
  var members: [(key: String, text: ArraySlice<UInt8>)]

  /// Parses the default; nil when there is none.
  init?(_ key: String, _ text: String?) {
    guard let text else { return nil }
    self.key = key
    object = Array(text.utf8)
    var scanner = JSONScanner(object)
    guard let found = try? scanner.members() else { return nil }
    members = found.map { [object] in ($0.key, object[$0.range]) }
  }
}
