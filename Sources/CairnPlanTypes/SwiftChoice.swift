/// An enum of texts.
struct SwiftChoice {
  let name: String
  /// The property that it is for, as the plan calls it.
  let property: String
  /// In the plan's order.
  var cases: [(identifier: String, text: String)] = []
}
