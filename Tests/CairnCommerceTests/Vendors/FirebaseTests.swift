import Cairn
import CairnCommerce
import CairnFirebase
import CairnTesting
import Counterparts
import Foundation
import Testing

@Suite("Commerce events in Firebase") struct FirebaseTests {
  let scene = Scene(204) {
    GoogleAnalyticsDestination(
      firebaseAppID: "1:123:ios:abc", apiSecret: "secret",
      appInstanceID: .fixed("0123456789abcdef0123456789abcdef"), currency: "EUR", transport: $0)
  }

  var events: [Value] { scene.bodies.flatMap { $0["events"]?.arrayValue ?? [] } }

  /// Returns the parameters of an event, after a check that its literal is sent alike.
  func parameters(of event: some TypedEvent, as name: String) async throws -> [String: Value] {
    await scene.track(event)
    try #require(events.count == 2)
    #expect(events.map { $0["name"] } == [.string(name), .string(name)])
    #expect(events[0]["params"] == events[1]["params"])
    return try #require(events[0]["params"]?.objectValue)
  }

  static let item: Value = [
    "item_id": "S1", "item_name": "Dome", "item_brand": "Acme", "item_category": "Tents",
    "item_variant": "green", "price": 12.75, "quantity": 2, "coupon": "SPRING", "index": 3,
  ]

  @Test("an order is a purchase with its items, amounts and transaction")
  func purchase() async throws {
    let sent = try await parameters(
      of: OrderCompleted(Examples.order, checkoutID: "K1", subtotal: 24.5), as: "purchase")
    let items = try #require(sent["items"]?.arrayValue)
    #expect(items.count == 1)
    for (key, value) in Self.item.objectValue ?? [:] { #expect(items[0][key] == value) }
    let others = sent.filter { $0.key != "items" }
    #expect(
      others == [
        "transaction_id": "A-1", "value": 25.5, "currency": "EUR", "tax": 2.25, "shipping": 3.5,
        "coupon": "SPRING", "discount": 1.5, "affiliation": "Shop", "checkout_id": "K1",
        "subtotal": 24.5,
      ])
  }

  @Test(
    "an event about one product has the product as its item, and its price times its quantity",
    arguments: [
      (ProductClicked(Examples.product), "select_item"),
      (ProductViewed(Examples.product), "view_item"),
      (ProductAdded(Examples.product, cartID: "C1"), "add_to_cart"),
      (ProductRemoved(Examples.product, cartID: "C1"), "remove_from_cart"),
      (ProductAddedToWishlist(Examples.product), "add_to_wishlist"),
      (WishlistProductAddedToCart(Examples.product), "add_to_cart"),
    ] as [(any TypedEvent, String)])
  func product(event: any TypedEvent, name: String) async throws {
    let sent = try await parameters(of: event, as: name)
    #expect(sent["items"] == [Self.item])
    #expect(sent["value"] == 25.5)
    #expect(sent["currency"] == "EUR")
    #expect(sent["product_id"] == "S1")
  }

  @Test(
    "the other events have Google's names and parameters",
    arguments: [
      (ProductsSearched(query: "tent"), "search", ["search_term": "tent", "query": "tent"]),
      (Examples.browsing[1], "view_item_list", ["item_list_id": "L1", "list_id": "L1"]),
      (
        Examples.browsing[3], "view_promotion",
        [
          "promotion_id": "P1", "promotion_name": "Sale", "creative_name": "banner_2",
          "creative_slot": "home_top",
        ]
      ),
      (Examples.browsing[4], "select_promotion", ["promotion_name": "Sale"]),
      (Examples.checkout[0], "view_cart", ["cart_id": "C1", "value": 25.5]),
      (Examples.checkout[3], "add_payment_info", ["payment_type": "card"]),
      (Examples.orders[0], "begin_checkout", ["value": 30.5, "currency": "EUR"]),
      (Examples.orders[3], "refund", ["transaction_id": "A-1", "value": 25.5]),
      (Examples.others[4], "share", ["method": "email", "item_id": "S1"]),
      (Examples.others[5], "share", ["method": "email"]),
    ] as [(any TypedEvent, String, [String: Value])])
  func others(event: any TypedEvent, name: String, expected: [String: Value]) async throws {
    let sent = try await parameters(of: event, as: name)
    #expect(sent.filter { expected[$0.key] != nil } == expected)
  }

  @Test("a parameter that the app set by Google's name stays, and no amount needs a currency")
  func given() async {
    let scene = Scene(204) {
      GoogleAnalyticsDestination(
        firebaseAppID: "1:123:ios:abc", apiSecret: "secret",
        appInstanceID: .fixed("0123456789abcdef0123456789abcdef"), transport: $0)
    }
    await scene.track(
      ProductsSearched(query: "tent", additional: ["search_term": "Tents"]),
      ProductAdded(CommerceProduct(id: nil, price: 5.5)))
    let sent = scene.bodies.flatMap { $0["events"]?.arrayValue ?? [] }.map { $0["params"] }
    #expect(sent[0] == ["query": "tent", "search_term": "Tents"])
    #expect(sent[1] == ["price": 5.5])
    let adjusted = scene.analytics.diagnostics.snapshot().destinations.first?.adjusted ?? [:]
    #expect(adjusted["an amount without a currency was left out"] == nil)
    #expect(adjusted["an item was left out"] == nil)
  }

  @Test("Firebase's SDK gets the same names and parameters")
  func bridge() async {
    let log = Log<String>()
    let destination = FirebaseBridge(
      logEvent: { name, parameters in
        let items = (parameters?["items"] as? [[String: Any]])?.map { $0["item_id"] as? NSString }
        log.append("\(name) \(items ?? []) \(parameters?["value"] as? Double ?? 0)")
      },
      setUserID: { _ in }, setUserProperty: { _, _ in }, currency: "EUR")
    let scene = Scene { _ in destination }
    await scene.track(ProductAdded(Examples.product), OrderCompleted(Examples.order))
    let expected = ["add_to_cart [Optional(S1)] 25.5", "purchase [Optional(S1)] 25.5"]
    #expect(log.items == expected + expected)
  }

  @Test(
    "events fit Google's schema, except for what Segment's specification does not have",
    .needsPython, .needsVendorSchemas)
  func schema() async throws {
    await scene.track(Examples.all)
    #expect(events.count == Examples.all.count * 2)
    let faults = try await VendorSchemas.faults(
      of: scene.network.requests.map(\.body), by: "ga4-mp.schema.json")
    let missing = faults.map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) ?? "" }
    #expect(
      Set(missing.map { $0.replacing(/events\/\d+/, with: "event") }) == [
        "event/params: 'items' is a required property",
        "event/params: 'value' is a required property",
      ])
    // The items of a promotion; the value and the items of a payment's information.
    #expect(faults.count == 3 * 2)
  }
}
