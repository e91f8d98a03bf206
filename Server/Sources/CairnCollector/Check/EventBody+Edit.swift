extension EventBody {
  /// What a batch's default changes in one event.
  ///
  /// The event's own keys win, one level deep.
  struct Edit {
    var replaced: Range<Int>
    var inserted: [ArraySlice<UInt8>]

    /// Nil when the event needs nothing from the default.
    init?(
      _ batchDefault: BatchDefault, _ event: JSONSpan, _ members: [JSONMember], _ bytes: [UInt8]
    ) {
      guard let own = members[batchDefault.key] else {
        self.init(adding: batchDefault, to: event, isEmpty: members.isEmpty)
        return
      }
      switch own.kind {
      case .null: self.init(replaced: own.range, inserted: [batchDefault.object])
      case .object: self.init(merging: batchDefault, into: own, bytes)
      default: return nil
      }
    }

    private init(replaced: Range<Int>, inserted: [ArraySlice<UInt8>]) {
      self.replaced = replaced
      self.inserted = inserted
    }

    private init(adding batchDefault: BatchDefault, to event: JSONSpan, isEmpty: Bool) {
      let separator = isEmpty ? "" : ","
      let head = Array("\(separator)\"\(batchDefault.key)\":".utf8)
      self.init(replaced: Self.end(of: event), inserted: [head[...], batchDefault.object])
    }

    private init?(merging batchDefault: BatchDefault, into own: JSONSpan, _ bytes: [UInt8]) {
      var scanner = JSONScanner(bytes, at: own.range.lowerBound)
      guard let ownMembers = try? scanner.members() else { return nil }
      let ownKeys = Set(ownMembers.map(\.key))
      let missing = batchDefault.members.filter { !ownKeys.contains($0.key) }
      if missing.isEmpty { return nil }
      var inserted: [ArraySlice<UInt8>] = []
      for member in missing {
        if !ownMembers.isEmpty || !inserted.isEmpty { inserted.append(Self.comma) }
        inserted.append(member.text)
      }
      self.init(replaced: Self.end(of: own), inserted: inserted)
    }

    /// The empty place before an object's closing brace.
    private static func end(of object: JSONSpan) -> Range<Int> {
      let end = object.range.upperBound - 1
      return end..<end
    }

    private static let comma: ArraySlice<UInt8> = [UInt8(ascii: ",")]
  }
}
