import Cairn
import ToolSupport

/// Generates what visitors of a small shop do.
struct ShopVisits {
  /// An event of a visit, and the seconds until the next one.
  struct Step {
    var name: String
    var properties: [String: Value]
    var pause: Double
  }

  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Returns the events of one visit in their order; some visitors buy.
  mutating func next() -> [Step] {
    var steps = [
      step("App Opened", ["from": .string(pick(["icon", "link", "notification"]))], 2...8)
    ]
    var product = Self.products[0]
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      product = Self.products.randomElement(using: &generator) ?? product
      steps.append(
        step(
          "Product Viewed", ["sku": .string(product.sku), "price": .double(product.price)], 4...90))
    }
    guard chance(0.42) else { return steps }
    let added: [String: Value] = [
      "sku": .string(product.sku), "price": .double(product.price), "quantity": 1,
    ]
    steps.append(step("Product Added", added, 10...120))
    guard chance(0.62) else { return steps }
    steps.append(step("Checkout Started", ["total": .double(product.price)], 20...300))
    guard chance(0.71) else { return steps }
    let order: [String: Value] = [
      "total": .double(product.price), "payment": .string(pick(["card", "invoice"])),
    ]
    steps.append(step("Order Completed", order, 5...10))
    return steps
  }

  mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &generator) < probability
  }

  mutating func pick(_ values: [String]) -> String {
    values.randomElement(using: &generator) ?? ""
  }

  mutating func seconds(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &generator)
  }

  private mutating func step(
    _ name: String, _ properties: [String: Value], _ pause: ClosedRange<Double>
  ) -> Step {
    Step(name: name, properties: properties, pause: seconds(pause))
  }

  private static let products: [(sku: String, price: Double)] = [
    ("tent", 219), ("stove", 74.5), ("headlamp", 39.9), ("rope", 89), ("map", 12.5),
    ("compass", 24),
  ]
}
