import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnMixpanel

@Suite struct MixpanelMappingTests {
  /// Returns the members of every event of the scene before a user is identified.
  func common(_ scene: MixpanelFixture, _ number: Int) -> [String: Value] {
    let device = scene.analytics.anonymousID
    return [
      "distinct_id": .string("$device:\(device)"), "$device_id": .string(device), "ip": 0,
      "$insert_id": .string(scene.testing.destination.events[number].id.description),
      "time": 1_767_225_600_000,
    ]
  }

  func identified(_ scene: MixpanelFixture, _ number: Int, _ user: Value) -> [String: Value] {
    common(scene, number).merging(["distinct_id": user, "$user_id": user]) { $1 }
  }

  @Test("a call of track is an event of the device, with its identifier, time and properties")
  func track() async {
    let scene = MixpanelFixture()
    scene.analytics.track("Order Completed", ["revenue": 39.95, "tags": ["new"]])
    await scene.analytics.flush()
    let properties = common(scene, 0).merging(["revenue": 39.95, "tags": ["new"]]) { $1 }
    #expect(
      scene.records("/import") == [
        ["event": "Order Completed", "properties": .object(properties)]
      ])
  }

  @Test("identify links the device with the user, and sets the user's profile")
  func identify() async {
    let scene = MixpanelFixture()
    scene.analytics.identify("u1", traits: ["plan": "pro"])
    scene.analytics.identify("u1")
    await scene.analytics.flush()
    let link: [String: Value] = [
      "$anon_distinct_id": .string("$device:\(scene.analytics.anonymousID)")
    ]
    #expect(
      scene.records("/import")
        == (0...1).map { number in
          [
            "event": "$identify",
            "properties": .object(identified(scene, number, "u1").merging(link) { $1 }),
          ]
        })
    #expect(
      scene.records("/engage") == [
        [
          "$token": .string(MixpanelFixture.token), "$distinct_id": "u1", "$time": 1_767_225_600.0,
          "$set": ["plan": "pro"],
        ]
      ])
    #expect(scene.requests == ["/import 2", "/engage 1"])
  }

  @Test("group adds the user to it, and sets the group's profile")
  func group() async {
    let scene = MixpanelFixture { $0.groupType = "club" }
    scene.analytics.group("chess", traits: ["size": 3])
    scene.analytics.group("golf")
    await scene.analytics.flush()
    let token = Value.string(MixpanelFixture.token)
    let device = Value.string("$device:\(scene.analytics.anonymousID)")
    #expect(
      scene.records("/engage")
        == ["chess", "golf"].map { group in
          [
            "$token": token, "$distinct_id": device, "$time": 1_767_225_600.0,
            "$union": ["club": [.string(group)]],
          ]
        })
    #expect(
      scene.records("/groups") == [
        ["$token": token, "$group_key": "club", "$group_id": "chess", "$set": ["size": 3]]
      ])
    #expect(scene.requests == ["/engage 2", "/groups 1"])
  }

  @Test("groups keep their types, and stay on later events")
  func typedGroups() async {
    let scene = MixpanelFixture { $0.groupType = "club" }
    scene.analytics.group("acme", type: "company", traits: ["plan": "pro"])
    scene.analytics.group("golf")
    // A type with the name of Mixpanel's own property does not replace it.
    scene.analytics.group("now", type: "time")
    scene.analytics.track("One")
    await scene.analytics.flush()
    let unions = scene.records("/engage").compactMap { $0["$union"] }
    #expect(unions == [["company": ["acme"]], ["club": ["golf"]], ["time": ["now"]]])
    #expect(scene.records("/groups").compactMap { $0["$group_key"] } == ["company"])
    let properties = scene.records("/import").first?["properties"]
    #expect(properties?["company"] == "acme" && properties?["club"] == "golf")
    #expect(properties?["time"] == 1_767_225_600_000)
  }

  @Test("alias gives the earlier user the later one's name")
  func alias() async {
    let scene = MixpanelFixture()
    scene.analytics.identify("u1")
    scene.analytics.alias("u2")
    await scene.analytics.flush()
    let last = scene.records("/import").last
    #expect(last?["event"] == "$create_alias")
    #expect(last?["properties"]?["distinct_id"] == "u1")
    #expect(last?["properties"]?["alias"] == "u2")
    let fresh = MixpanelFixture()
    fresh.analytics.alias("u2")
    await fresh.analytics.flush()
    #expect(
      fresh.records("/import").last?["properties"]?["distinct_id"]
        == .string("$device:\(fresh.analytics.anonymousID)"))
  }

  private struct Device: Enricher {
    let id: String
    func enrich(_ event: inout Event) { event.anonymousID = id }
  }

  @Test("a user whose name only Swift considers equal to the device's is renamed as a user")
  func twins() async {
    let (device, user) = ("caf\u{E9}", "cafe\u{301}")
    let scene = MixpanelFixture(enrichers: [Device(id: device)])
    scene.analytics.identify(user)
    scene.analytics.alias("u2")
    await scene.analytics.flush()
    let last = scene.records("/import").last?["properties"]
    #expect(last?["alias"] == "u2")
    #expect(last?["distinct_id"]?.stringValue.map { Array($0.utf8) } == Array(user.utf8))
  }

  @Test("a screen is an event with its name")
  func screen() async {
    let scene = MixpanelFixture()
    scene.analytics.screen("Home", ["tab": 1])
    await scene.analytics.flush()
    let properties = common(scene, 0).merging(["tab": 1, "screen_name": "Home"]) { $1 }
    #expect(
      scene.records("/import") == [["event": "Screen Viewed", "properties": .object(properties)]])
  }

  @Test("sessions have Mixpanel's name and length, and every event has the session's number")
  func sessions() async {
    let scene = MixpanelFixture(sessionTimeout: 60)
    scene.analytics.track("One")
    scene.testing.clock.advance(bySeconds: 10)
    scene.analytics.track("Two")
    scene.testing.clock.advance(bySeconds: 100)
    scene.analytics.track("Three")
    await scene.analytics.flush()
    let events = scene.records("/import")
    #expect(
      events.map { $0["event"] } == [
        "Session Started", "One", "Two", "$ae_session", "Session Started", "Three",
      ])
    #expect(events[3]["properties"]?["$ae_session_length"]?.doubleValue == 10)
    #expect(events.map { $0["properties"]?["session_number"] } == [1, 1, 1, 1, 2, 2])
  }

  @Test("app, device, system, campaign and group of the context are in Mixpanel's properties")
  func context() async {
    let scene = MixpanelFixture(context: [
      "app": ["version": "3.4.1", "build": "7"],
      "device": ["manufacturer": "Apple", "model": "iPhone18,1"],
      "os": ["name": "iOS", "version": "19.1"], "screen": ["width": 402, "height": 874],
      "network": ["wifi": true], "library": ["name": "cairn", "version": "1"], "groupId": "acme",
      "campaign": ["source": "mail", "gclid": "9"], "environment": "staging",
    ]) { $0.geolocates = true }
    scene.analytics.track("One")
    await scene.analytics.flush()
    var expected = common(scene, 0).merging([
      "$app_version_string": "3.4.1", "$app_build_number": "7", "$manufacturer": "Apple",
      "$model": "iPhone18,1", "$os": "iOS", "$os_version": "19.1", "$screen_width": 402,
      "$screen_height": 874, "$wifi": true, "mp_lib": "cairn", "$lib_version": "1",
      "company": "acme", "utm_source": "mail", "gclid": "9", "environment": "staging",
    ]) { $1 }
    expected["ip"] = nil
    #expect(scene.records("/import").first?["properties"] == .object(expected))
    scene.analytics.track("Two", ["environment": "own"])
    await scene.analytics.flush()
    #expect(scene.records("/import").last?["properties"]?["environment"] == "own")
  }
}
