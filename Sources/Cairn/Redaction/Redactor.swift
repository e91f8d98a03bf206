/// The redaction rules of a configuration, prepared for use on every event.
package struct Redactor: Sendable {
  /// Whether there are no rules, in which case nothing else is evaluated.
  package let isEmpty: Bool
  /// Whether applying the rules calls code of the app.
  let callsApp: Bool
  /// The actions by key in lower case.
  private var keys: [String: RedactionAction] = [:]
  private var patterns: [(pattern: RedactionPattern, action: RedactionAction)] = []
  private var closures: [@Sendable (inout Event) -> Void] = []

  package init(_ rules: [RedactionRule] = []) {
    isEmpty = rules.isEmpty
    callsApp = rules.contains(where: \.callsApp)
    for rule in rules {
      switch rule.kind {
      case .keys(let names, let action):
        for name in names where keys[name.lowercased()] == nil { keys[name.lowercased()] = action }
      case .pattern(let pattern, let action): patterns.append((pattern, action))
      case .custom(let change): closures.append(change)
      }
    }
  }

  /// The rules that remove or replace: applied again, they leave their own results unchanged.
  package var withoutTransforms: Redactor {
    var fixed = self
    // A key with a transform stays, because it takes precedence over more general rules.
    fixed.keys = keys.mapValues { $0.callsApp ? .transform { $0 } : $0 }
    fixed.patterns = patterns.filter { !$0.action.callsApp }
    fixed.closures = []
    return fixed
  }

  /// Applies the rules to an event, except to the known user identifier, which is redacted already.
  package func redact(_ event: inout Event, known: String?) {
    if event.kind == .interaction { redactInteraction(&event) } else { redact(&event.properties) }
    event.report?.restoreSettled(in: &event)
    let groupType = event.context[UserGroups.typeContextKey]?.stringValue
    redact(&event.context)
    if event.userID != known { event.userID = event.userID.flatMap(userID) }
    event.anonymousID = anonymousID(event.anonymousID)
    switch event.kind {
    case .track, .screen: event.name = text(event.name)
    // The name of an interaction is defined by the SDK.
    case .interaction: break
    case .group:
      if !event.name.isEmpty {
        event.name = groupID(event.name, type: groupType) ?? RedactionAction.mark
      }
    // The name is the user identifier, which has its own field.
    case .identify, .alias:
      if !event.name.isEmpty { event.name = event.userID ?? RedactionAction.mark }
    }
    for change in closures { change(&event) }
  }

  /// Applies the rules to the values of an interaction's properties.
  ///
  /// Key rules do not apply to an interaction's own fields, such as `location`, but pattern rules
  /// do. Both apply to the values that the caller set. The key of the experience, the type and the
  /// id are kept, because changing them would change what is counted.
  private func redactInteraction(_ event: inout Event) {
    let isNamed = event.name != "asset"
    for (name, value) in event.properties {
      let stays = name == "type" || name == "id" || name == "key" && isNamed
      guard !stays, let redacted = redacted(value, depth: 1) else { continue }
      event.properties[name] = redacted
    }
  }

  /// Applies the key and pattern rules to the members in place.
  package func redact(_ members: inout [String: Value]) {
    if let redacted = redacted(members, depth: 1) { members = redacted }
  }

  /// Returns the members after the key and pattern rules are applied.
  package func redacted(_ members: [String: Value]) -> [String: Value] {
    isEmpty ? members : redacted(members, depth: 1) ?? members
  }

  package func redacted(_ members: [String: String]) -> [String: String] {
    guard !isEmpty else { return members }
    return redacted(members.mapValues(Value.string)).compactMapValues { value in
      if case .string(let text) = value { text } else { nil }
    }
  }

  /// Returns properties of many events, such as super properties, after all rules are applied.
  package func redacted(properties: [String: Value]) -> [String: Value] {
    guard !isEmpty else { return properties }
    var event = Event(
      .track, name: RedactionAction.mark, properties: properties,
      identity: Identity(anonymousID: ""), milliseconds: 0)
    redact(&event, known: nil)
    return event.properties
  }

  /// Returns the name of a `track` event after all rules are applied.
  package func eventName(_ name: String) -> String {
    guard !isEmpty else { return name }
    var event = Event(
      .track, name: name, properties: [:], identity: Identity(anonymousID: ""), milliseconds: 0)
    redact(&event, known: nil)
    return event.name
  }

  /// Returns a user identifier as it may be stored; nil when it must not be stored.
  package func userID(_ userID: String) -> String? { identifier(userID, key: "userid") }

  package func anonymousID(_ anonymousID: String) -> String {
    guard let action = keys["anonymousid"] else { return anonymousID }
    return action.identifier(for: anonymousID) ?? ""
  }

  /// Returns whether there is a rule for this query key of a link.
  package func hidesKey(_ key: String) -> Bool { keys[key.lowercased()] != nil }

  /// Returns a visitor identifier as it may be stored and sent; nil when it must not be.
  ///
  /// It may be the identifier of the installation or of a user, so the rules for these apply to it
  /// as well.
  package func visitorID(_ visitorID: String, isAnonymous: Bool) -> String? {
    for name in ["visitorid", "visitor_id"] {
      if let action = keys[name] { return action.identifier(for: visitorID) }
    }
    guard isAnonymous else { return userID(visitorID) }
    guard let action = keys["anonymousid"] else { return visitorID }
    return action.identifier(for: visitorID)
  }

  /// Returns the identifier of a group as it may be stored; nil when it must not be stored.
  ///
  /// A rule for `groups` takes precedence over one for the type of the group, and that over one for
  /// `groupId`.
  package func groupID(_ groupID: String, type: String?) -> String? {
    if let type {
      let action = keys[UserGroups.contextKey] ?? keys[type.lowercased()]
      if let action { return action.identifier(for: groupID) }
    }
    return identifier(groupID, key: "groupid")
  }

  private func identifier(_ identifier: String, key: String) -> String? {
    if let action = keys[key] { return action.identifier(for: identifier) }
    var result = identifier
    for (pattern, action) in patterns {
      switch pattern.redacted(identifier: result, action) {
      case .none: break
      case .some(nil): return nil
      case .some(let redacted?): result = redacted
      }
    }
    return result
  }

  /// Returns a redacted name or another displayed text; a text that is removed completely is
  /// replaced with the mark.
  package func text(_ text: String) -> String {
    guard let redacted = redacted(text) else { return text }
    return redacted.isEmpty ? RedactionAction.mark : redacted
  }

  /// Returns the text with all matches redacted; nil when nothing matches.
  private func redacted(_ text: String) -> String? {
    var result: String?
    for (pattern, action) in patterns {
      result = pattern.redacted(result ?? text, action) ?? result
    }
    return result
  }

  /// Returns the redacted members; nil when nothing changes.
  ///
  /// Members below the depth limit are not written, and need not be searched.
  private func redacted(_ members: [String: Value], depth: Int) -> [String: Value]? {
    guard depth <= ValueWriter.depthLimit else { return nil }
    var result: [String: Value]?
    for (key, value) in members {
      if let action = keys.isEmpty ? nil : keys[key] ?? keys[key.lowercased()] {
        result = result ?? members
        result?[key] = action.result(for: value, depth: depth)
      } else if let redacted = redacted(value, depth: depth) {
        result = result ?? members
        result?[key] = redacted
      }
    }
    return result
  }

  private func redacted(_ value: Value, depth: Int) -> Value? {
    switch value {
    case .string(let text): return patterns.isEmpty ? nil : redacted(text).map(Value.string)
    case .int(let number): return redacted(number)
    case .object(let members): return redacted(members, depth: depth + 1).map(Value.object)
    case .array(let elements): return redacted(elements, depth: depth + 1).map(Value.array)
    case .double(let number): return Int(exactly: number).flatMap(redacted)
    case .null, .bool, .date: return nil
    }
  }

  private func redacted(_ number: Int) -> Value? {
    for (pattern, action) in patterns where pattern.includesNumbers {
      if let text = pattern.redacted(String(number), action) { return .string(text) }
    }
    return nil
  }

  private func redacted(_ elements: [Value], depth: Int) -> [Value]? {
    guard depth <= ValueWriter.depthLimit else { return nil }
    var result: [Value]?
    for (place, value) in elements.enumerated() {
      guard let redacted = redacted(value, depth: depth) else { continue }
      result = result ?? elements
      result?[place] = redacted
    }
    return result
  }
}
