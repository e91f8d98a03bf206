/// Rewrites the calls of another SDK in one file, where one call of ours does the same.
struct SourceRewriter {
  /// A call that was not rewritten.
  struct Rest: Equatable {
    var line: Int
    var call: String
    var reason: String
  }

  private struct Edit {
    var range: Range<Int>
    var text: [UInt8]
  }

  private let rules: SourceRules
  private let receivers: [String]
  private var names = SourceNames()
  private var isImporting = false
  private let bytes: [UInt8]
  private var edits: [Edit] = []
  /// The number of calls that were rewritten.
  private(set) var count = 0
  private(set) var rest: [Rest] = []

  /// Reads a file; `receivers` are further expressions that stand for the other SDK.
  init(_ bytes: [UInt8], _ rules: SourceRules, receivers: [String] = []) {
    self.bytes = bytes
    self.rules = rules
    self.receivers = receivers
    do throws(SwiftTokenError) {
      read(try SwiftLexer.tokens(of: bytes))
    } catch {
      rest = [Rest(line: error.line, call: "the file", reason: error.reason)]
    }
  }

  /// The bytes of the file after the changes.
  var result: [UInt8] {
    var result: [UInt8] = []
    var place = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += bytes[place..<edit.range.lowerBound]
      result += edit.text
      place = edit.range.upperBound
    }
    return result + bytes[place...]
  }

  private mutating func read(_ tokens: [SwiftToken]) {
    isImporting = readImports(tokens)
    names = SourceNames(tokens, types: rules.ownTypes)
    readTypes(tokens)
    for call in SwiftCall.all(in: tokens) {
      rewriteShared(call)
      let (receiver, signature) = Self.parts(call)
      let isKnown = isKnown(receiver)
      let rule = rules.calls[signature]
      if isKnown, let rule {
        rewrite(call, rule, receiver)
      } else if let reason = reason(call, receiver, signature, isKnown) {
        rest.append(Rest(line: call.line, call: signature, reason: reason))
      } else if isImporting || rules.isVague(receiver), rule != nil,
        call.argumentsRange != nil, signature.contains(":")
      {
        rest.append(Rest(line: call.line, call: signature, reason: Self.unknown(receiver)))
      }
    }
    rest.sort { ($0.line, $0.call) < ($1.line, $1.call) }
  }

  /// Returns the receiver and the signature; the part `people` belongs to the signature.
  private static func parts(_ call: SwiftCall) -> (receiver: String, signature: String) {
    guard call.receiver.hasSuffix(".people") else { return (call.receiver, call.signature) }
    var receiver = String(call.receiver.dropLast(".people".count))
    while let last = receiver.last, "?!".contains(last) { receiver.removeLast() }
    return (receiver, "people.\(call.signature)")
  }

  /// Returns the reason for which a call without a rule is listed; nil when it is not one of the
  /// other SDK.
  private func reason(
    _ call: SwiftCall, _ receiver: String, _ signature: String, _ isKnown: Bool
  ) -> String? {
    let isOfType = rules.isObject(receiver)
    guard isKnown || isOfType, !rules.isOurs(signature) else { return nil }
    if rules.calls[signature] != nil { return Self.unknown(receiver) }
    if let reason = rules.reasons[call.name] { return reason }
    // A name alone, such as `analyticsLabel`, may stand for anything in a file without the import.
    guard isImporting || isOfType, !isObject(call, receiver) else { return nil }
    return SourceRules.unknown
  }

  private static func unknown(_ receiver: String) -> String {
    "the receiver \(receiver) is not known; give it with --receiver"
  }

  /// Whether the expression is not a call of the other SDK, but the object that it is called on.
  private func isObject(_ call: SwiftCall, _ receiver: String) -> Bool {
    let parentheses = call.argumentsRange == nil ? "" : "()"
    if rules.shared.contains("\(receiver).\(call.name)\(parentheses)") { return true }
    if call.argumentsRange == nil, call.name.first?.isUppercase == true { return true }
    return call.argumentsRange == nil && ["shared", "people", "self"].contains(call.name)
  }

  private func isKnown(_ receiver: String) -> Bool {
    if receivers.contains(receiver) || rules.shared.contains(receiver) { return true }
    // The last name decides: `self.appAnalytics`, `Analytics.shared`, `Mixpanel.mainInstance()`.
    let parts = receiver.split(separator: ".").map(String.init)
    if let last = parts.last, isImporting {
      if names.own.contains(last), !names.others.contains(last) { return true }
      if rules.isVague(receiver), !names.others.contains(last) { return true }
    }
    let words = parts.map { $0.lowercased() }
    guard let last = words.last else { return false }
    let isShared = ["shared", "main", "default", "instance"].contains { last.hasPrefix($0) }
    let name = isShared ? words.dropLast().last ?? last : last
    return rules.receivers.contains { name.contains($0) }
  }

  private mutating func rewrite(
    _ call: SwiftCall, _ rule: SourceRules.Call, _ receiver: String
  ) {
    if let reason = Self.refusal(call, rule, in: bytes) {
      return rest.append(Rest(line: call.line, call: call.signature, reason: reason))
    }
    var changes: [Edit] = []
    if rules.shared.contains(receiver) || receiver != call.receiver || !rule.part.isEmpty {
      let isShared = rules.shared.contains(receiver)
      let isOptional = call.receiver.hasPrefix(receiver + "?") || endsOptional(call)
      let name = isShared ? "Analytics.shared" : receiver + (isOptional ? "?" : "")
      changes.append(Edit(range: receiverRange(call), text: Array((name + rule.part).utf8)))
    }
    if rule.name != call.name {
      changes.append(Edit(range: call.nameRange, text: Array(rule.name.utf8)))
    }
    if rule.order == Array(rule.order.indices) {
      changes += labels(call, rule)
    } else if let range = call.argumentsRange {
      changes.append(Edit(range: range, text: reordered(call, rule)))
    }
    let isFree = changes.allSatisfy { change in
      edits.allSatisfy { !$0.range.overlaps(change.range) }
    }
    guard isFree else {
      let reason = "it is within another call that is rewritten"
      return rest.append(Rest(line: call.line, call: call.signature, reason: reason))
    }
    edits += changes
    // A call that only has the same form here too is none that was rewritten.
    if !changes.isEmpty { count += 1 }
  }

  /// Whether the receiver is optional, which stands after its bytes.
  private func endsOptional(_ call: SwiftCall) -> Bool {
    bytes[call.receiverRange.upperBound..<call.nameRange.lowerBound].contains(UInt8(ascii: "?"))
  }

  /// The bytes of the receiver, with the mark of an optional one where that is replaced.
  private func receiverRange(_ call: SwiftCall) -> Range<Int> {
    var end = call.receiverRange.upperBound
    while end < call.nameRange.lowerBound,
      bytes[end] == UInt8(ascii: "?") || bytes[end] == UInt8(ascii: "!")
    {
      end += 1
    }
    return call.receiverRange.lowerBound..<end
  }

  /// Returns the reason for which a call with a counterpart stays.
  private static func refusal(
    _ call: SwiftCall, _ rule: SourceRules.Call, in bytes: [UInt8]
  ) -> String? {
    let values = call.arguments.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    if values.first == "nil" { return "nil is no identifier here; use reset()" }
    if ["track", "capture"].contains(call.name), values.first?.hasPrefix("\"$") == true {
      return "events that begin with $ are the service's own; use identify, group or alias"
    }
    return nil
  }

  private func labels(_ call: SwiftCall, _ rule: SourceRules.Call) -> [Edit] {
    zip(call.arguments, rule.labels).enumerated().compactMap { place, pair in
      let (argument, label) = pair
      guard argument.label != label else { return nilArgument(call, place) }
      guard let label else {
        // The space after the colon goes too; a comment or a new line stays.
        var end = argument.labelRange.upperBound
        while bytes[end] == UInt8(ascii: " "), end < argument.range.lowerBound { end += 1 }
        return Edit(range: argument.labelRange.lowerBound..<end, text: [])
      }
      return nilArgument(call, place)
        ?? Edit(range: argument.labelRange, text: Array("\(label):".utf8))
    }
  }

  /// Returns the removal of an argument that is nil, with the comma before it.
  private func nilArgument(_ call: SwiftCall, _ place: Int) -> Edit? {
    let argument = call.arguments[place]
    guard place > 0, bytes[argument.range].elementsEqual("nil".utf8) else { return nil }
    return Edit(
      range: call.arguments[place - 1].range.upperBound..<argument.range.upperBound, text: [])
  }

  private func reordered(_ call: SwiftCall, _ rule: SourceRules.Call) -> [UInt8] {
    let parts = zip(rule.order, rule.labels).map { place, label in
      Array((label.map { "\($0): " } ?? "").utf8) + bytes[call.arguments[place].range]
    }
    return Array(parts.joined(separator: Array(", ".utf8)))
  }

  /// Rewrites the imports; returns whether the file imports the other SDK.
  private mutating func readImports(_ tokens: [SwiftToken]) -> Bool {
    var isImporting = false
    for (word, name) in zip(tokens, tokens.dropFirst())
    where word.text == "import" && word.line == name.line && rules.modules.contains(name.text) {
      edits.append(Edit(range: name.range, text: isImporting ? [] : Array("Cairn".utf8)))
      isImporting = true
    }
    return isImporting
  }

  /// Rewrites the shared instance where it is not the receiver of a call.
  private mutating func rewriteShared(_ call: SwiftCall) {
    let parentheses = call.argumentsRange == nil ? "" : "()"
    guard call.arguments.isEmpty,
      rules.shared.contains("\(call.receiver).\(call.name)\(parentheses)")
    else { return }
    let end = call.argumentsRange.map { $0.upperBound + 1 } ?? call.nameRange.upperBound
    let next = bytes[end...].first {
      $0 > 0x20 && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "!")
    }
    guard next != UInt8(ascii: ".") else { return }
    let range = call.receiverRange.lowerBound..<end
    edits.append(Edit(range: range, text: Array("Analytics.shared".utf8)))
  }

  private mutating func readTypes(_ tokens: [SwiftToken]) {
    guard isImporting else { return }
    for (place, token) in tokens.enumerated() where token.kind == .identifier {
      let (before, after) = (
        place > 0 ? tokens[place - 1].text : "",
        place + 1 < tokens.count ? tokens[place + 1].text : ""
      )
      guard ![".", "func", "import"].contains(before) else { continue }
      if rules.instances.contains(token.text), !["(", "."].contains(after) {
        edits.append(Edit(range: token.range, text: Array("Analytics".utf8)))
      }
      guard let reason = rules.types[token.text], after == "(" else { continue }
      rest.append(Rest(line: token.line, call: token.text, reason: reason))
    }
  }
}
