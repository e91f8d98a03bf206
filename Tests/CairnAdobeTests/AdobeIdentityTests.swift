import Cairn
import CairnAdobe
import CairnContent
import CairnTesting
import Foundation
import Testing

/// The identities of the person in requests.
@Suite struct AdobeIdentityTests {
  private func map(_ request: HTTPRequest?) -> [String: Any] {
    let xdm = request?.json["xdm"] as? [String: Any]
    return xdm?["identityMap"] as? [String: Any] ?? [:]
  }

  private func id(_ map: [String: Any], _ namespace: String) -> [String: Any]? {
    (map[namespace] as? [[String: Any]])?.first
  }

  @Test("by default the ECID is derived from the anonymous identifier, and no user is sent")
  func derived() async {
    let scene = EdgeFixture()
    let content = scene.launch()
    content.analytics.identify("ann")
    content.trackAssetView("https://img.example/a")
    await content.analytics.flush()
    let map = map(scene.network.requests.first)
    #expect((id(map, "ECID")?["id"] as? String)?.count == 38)
    #expect(map.count == 1)
    await content.analytics.close()
  }

  @Test("the app's ECID and the identified user are in each request, also in a resend")
  func supplied() async {
    var scene = EdgeFixture()
    let known = Locked<String?>("123")
    scene.identity = AdobeIdentity(userNamespace: #"CRM"ID"#) { _ in known.withLock { $0 } }
    let content = scene.launch()
    content.analytics.identify(#"ann "a" é"#)
    content.trackAssetView("https://img.example/a")
    scene.network.answerNext(.status(503))
    await content.analytics.flush()
    // A later change does not change what was sealed.
    known.withLock { $0 = "456" }
    await content.analytics.flush()
    #expect(scene.network.requests.count == 2)
    for request in scene.network.requests {
      let map = map(request)
      #expect(id(map, "ECID")?["id"] as? String == "123")
      #expect(id(map, "ECID")?["authenticatedState"] as? String == "ambiguous")
      #expect(id(map, #"CRM"ID"#)?["id"] as? String == #"ann "a" é"#)
      #expect(id(map, #"CRM"ID"#)?["authenticatedState"] as? String == "authenticated")
      #expect(id(map, #"CRM"ID"#)?["primary"] as? Bool == false)
    }
    await content.analytics.close()
  }

  @Test("without an ECID the network assigns one, and its state is sent from then on")
  func assigned() async {
    var scene = EdgeFixture()
    scene.identity = .assigned()
    let content = scene.launch()
    let state = #"{"key":"kndctr_identity","value":"assigned","maxAge":1000}"#
    scene.network.answerNext(
      .status(200, body: #"{"handle":[{"type":"state:store","payload":[\#(state)]}]}"#))
    content.trackAssetView("https://img.example/a")
    await content.analytics.flush()
    content.trackAssetView("https://img.example/a")
    await content.analytics.flush()
    #expect(scene.network.requests.map { map($0).isEmpty } == [true, true])
    #expect(scene.network.requests.map(\.state) == [[], ["kndctr_identity=assigned"]])
    await content.analytics.close()
  }

  @Test("until the network has assigned an ECID, groups are not combined")
  func combinedLater() async {
    var scene = EdgeFixture()
    scene.identity = .assigned()
    let content = scene.launch(.automatic)
    let state = #"{"key":"kndctr_identity","value":"assigned","maxAge":1000}"#
    scene.network.answerNext(
      .status(200, body: #"{"handle":[{"type":"state:store","payload":[\#(state)]}]}"#))
    for _ in 0..<2 {
      for url in ["A", "B"] { content.trackAssetView(url) }
      await content.analytics.flush()
    }
    let seen = scene.network.requests.map { "\($0.url.lastPathComponent) \($0.state)" }
    let assigned = #"["kndctr_identity=assigned"]"#
    #expect(seen == ["interact []", "interact \(assigned)", "collect \(assigned)"])
    await content.analytics.close()
  }

  @Test("the events of two users are never in one request")
  func twoUsers() async {
    var scene = EdgeFixture()
    scene.identity = .assigned(userNamespace: "CRMID")
    let content = scene.launch(.collect)
    for user in ["ann", "bob"] {
      content.analytics.identify(user)
      content.trackAssetView("https://img.example/a")
    }
    await content.analytics.flush()
    let users = scene.network.requests.map { id(map($0), "CRMID")?["id"] as? String }
    #expect(Set(users) == ["ann", "bob"])
    #expect(users.count == 2)
    await content.analytics.close()
  }
}
