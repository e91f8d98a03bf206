/// The calls of another SDK, and what becomes of each.
struct SourceRules {
  /// A call of ours that does the same.
  struct Call: Equatable {
    var name: String
    /// The places of the arguments in the other SDK's call, in our order.
    var order: [Int]
    /// Our labels, in our order; nil for none.
    var labels: [String?]
    /// The text that is added to the receiver, such as `.superProperties`.
    var part = ""
  }

  /// The modules whose import becomes that of `Cairn`.
  var modules: Set<String>
  /// Words of which one is the last part of a receiver, or is within it, in any case.
  var receivers: [String]
  /// Words that are the last part of a receiver, in any case, in files that import the other SDK,
  /// unless the file declares that name with another type.
  var vagueReceivers: Set<String> = []
  /// Types that become `Analytics`, where they are not called.
  var instances: Set<String> = []
  /// Expressions that become `Analytics.shared`.
  var shared: Set<String> = []
  /// Types whose static members are the objects of the other SDK, such as `Mixpanel`.
  var objects: Set<String> = []
  /// Our calls, by the other SDK's names and labels; `people.` stands for a part of the receiver.
  var calls: [String: Call]
  /// The reasons for which other calls are not rewritten, by the name of the method or property.
  var reasons: [String: String]
  /// The reasons for which types are not rewritten, by their names.
  var types: [String: String]

  /// Returns whether a call has the form that calls have after the change.
  func isOurs(_ signature: String) -> Bool {
    calls.values.contains { call in
      let labels = call.labels.map { "\($0 ?? "_"):" }.joined()
      return signature == "\(call.name)(\(labels))"
        || signature == "\(call.name)(\(labels.replacing("properties", with: "_")))"
    }
  }

  /// The types of the other SDK whose objects are called.
  var ownTypes: Set<String> { instances.union(objects).union(["Analytics"]) }

  /// Returns whether the last part of a receiver is a word that may also stand for something else.
  func isVague(_ receiver: String) -> Bool {
    receiver.split(separator: ".").last.map { vagueReceivers.contains($0.lowercased()) } ?? false
  }

  /// Returns whether an expression begins with a type of the other SDK that has its objects.
  func isObject(_ receiver: String) -> Bool {
    let type = receiver.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return objects.contains(String(type))
  }

  static let unknown = "there is no rule for it; the guide has the calls with a counterpart"
  static let setUp = "the configuration is described in the guide"
  static let flush =
    "flush() is async here; remove the call, since events are delivered without it, or await it"

  /// The names that `--from` knows.
  static let all: [String: SourceRules] = [
    "segment": segment, "amplitude": amplitude, "mixpanel": mixpanel, "posthog": postHog,
    "rudder": rudder,
  ]

  /// Returns calls from lines such as `track(name:properties:) -> track(_:properties:)`.
  ///
  /// An argument has the same place in both unless the line ends with the order: `[1 0]`.
  static func calls(_ lines: String) -> [String: Call] {
    var calls: [String: Call] = [:]
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count >= 3, parts[1] == "->" else { continue }
      let order = parts.dropFirst(3).joined(separator: " ").split { !$0.isNumber }.compactMap {
        Int($0)
      }
      calls[String(parts[0])] = call(String(parts[2]), order)
    }
    return calls
  }

  private static func call(_ text: String, _ order: [Int]) -> Call {
    let head = text.prefix { $0 != "(" }
    let inside = text.dropFirst(head.count + 1).dropLast()
    let labels = inside.split(separator: ":").map { $0 == "_" ? nil : String($0) }
    let names = head.split(separator: ".")
    return Call(
      name: String(names.last ?? ""), order: order.isEmpty ? Array(labels.indices) : order,
      labels: labels, part: names.dropLast().map { ".\($0)" }.joined())
  }
}
