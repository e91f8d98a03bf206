/// An enum with string raw values.
struct SwiftChoice {
  let name: String
  /// The name, in the plan, of the property whose type this enum is.
  let property: String
  /// The cases, in the plan's order.
  var cases: [(identifier: String, text: String)] = []
}
