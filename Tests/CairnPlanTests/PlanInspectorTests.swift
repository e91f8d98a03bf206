import Cairn
import CairnPlan
import CairnTesting
import Testing

@Suite struct PlanInspectorTests {
  static let secret = "hunter2@example.com"

  /// An app with the plan and its log.
  final class Scene: Sendable {
    let inspector: PlanInspector
    let testing: TestAnalytics
    private let log: Lines

    init(
      _ inspector: PlanInspector, _ change: (inout Configuration) -> Void = { _ in }
    ) {
      let log = Lines()
      var configuration = Configuration(destinations: [])
      configuration.inspectors = [inspector]
      configuration.diagnostics = { line in
        log.items.withLock { $0.append("\(line.level) \(line.code): \(line.message)") }
      }
      change(&configuration)
      self.log = log
      self.inspector = inspector
      testing = TestAnalytics(configuration)
    }

    var lines: [String] { log.items.withLock { $0 }.filter { $0.contains(" event.") } }
    var names: [String] { testing.events.filter { $0.kind == .track }.map(\.name) }

    private final class Lines: Sendable {
      let items = Locked<[String]>([])
    }
  }

  static let order: [String: Value] = [
    "coupon": nil, "currency": "EUR", "order_id": "A-1", "total": 1.5,
    "items": [["sku": "A", "quantity": 1]],
  ]

  @Test("a violation of the plan is recorded, counted, and logged once without a value")
  func counts() throws {
    let scene = Scene(PlanInspector(try Plans.shop()))
    var order = Self.order
    order["currency"] = .string(Self.secret)
    order["total"] = nil
    for _ in 0..<3 { scene.testing.analytics.track("Order Completed", order) }
    scene.testing.analytics.track("Order Completed", Self.order)
    #expect(scene.names.filter { $0 == "Order Completed" }.count == 4)
    #expect(
      scene.inspector.violations == [
        "Order Completed: currency: it is not one of the allowed values": 3,
        "Order Completed: total: it is missing": 3,
      ])
    #expect(
      scene.lines == [
        "warning event.issue: event \"Order Completed\": currency: it is not one of the "
          + "allowed values; total: it is missing"
      ])
  }

  @Test("with `refuses` a violating event is refused, counted and logged, and the ledger balances")
  func refuses() async throws {
    let scene = Scene(PlanInspector(try Plans.shop(), refuses: true))
    let analytics = scene.testing.analytics
    var wrong = Self.order
    wrong["total"] = .string(Self.secret)
    var others = Self.order
    others["note"] = .string(Self.secret)
    #expect(analytics.track("Order Completed", wrong) == nil)
    #expect(analytics.track("Order Completed", wrong) == nil)
    #expect(analytics.track("Order Completed", others) == nil)
    #expect(analytics.track("Order Completed", Self.order) != nil)
    #expect(scene.names.filter { $0 == "Order Completed" }.count == 1)
    let ledger = analytics.ledger()
    #expect(ledger.refused == [RecordingFailure.rejectedByInspector: 3])
    #expect(ledger.balances)
    #expect(
      scene.lines == [
        "warning event.objected: event \"Order Completed\" was not recorded: an inspector refused "
          + "it: total: it is string, not number",
        "warning event.objected: event \"Order Completed\" was not recorded: an inspector refused "
          + "it: note: it is not in the plan",
      ])
    #expect(!scene.lines.contains { $0.contains("hunter2") })
  }

  @Test("an event that is not in the plan is a violation or not, as configured")
  func unplanned() throws {
    let strict = Scene(PlanInspector(try Plans.shop()))
    strict.testing.analytics.track("Other")
    strict.testing.analytics.screen("Cart Opened")
    #expect(
      strict.inspector.violations == [
        "Other: it is not in the plan": 1, "Cart Opened: it is screen, not track": 1,
      ])
    let open = Scene(PlanInspector(try Plans.shop(), unplanned: .allowed))
    open.testing.analytics.track("Other")
    open.testing.analytics.screen("Cart Opened")
    #expect(open.inspector.violations == ["Cart Opened: it is screen, not track": 1])
  }

  @Test("events of the SDK itself, and calls about the user, are not checked")
  func ownEvents() throws {
    let scene = Scene(PlanInspector(try Plans.shop(), refuses: true)) { configuration in
      configuration.sessionTimeout = 1_800
      configuration.lifecycleEvents = .all
    }
    let analytics = scene.testing.analytics
    analytics.identify("user", traits: ["plan": "free"])
    analytics.group("team")
    analytics.alias("other")
    scene.testing.host.enterForeground()
    scene.testing.host.enterBackground()
    analytics.reset()
    #expect(scene.inspector.violations == [:])
    #expect(analytics.ledger().refused == [:])
    #expect(
      Set(scene.names) == [
        "Application Installed", "Application Opened", "Application Backgrounded",
        "Session Started", "Session Ended",
      ])
    for event in SDKEventName.allCases { #expect(analytics.track(event.rawValue) != nil) }
  }

  @Test("a thousand kinds of violations are distinguished, and the others counted together")
  func manyKinds() throws {
    let inspector = PlanInspector(try Plans.shop())
    let scene = Scene(inspector)
    for number in 0..<1_002 { scene.testing.analytics.track("Event \(number)") }
    #expect(inspector.violations.count == 1_001)
    #expect(inspector.violations["others"] == 2)
    #expect(scene.lines.count == 100)
  }
}
