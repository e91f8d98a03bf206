import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnAmplitude

@Suite struct AmplitudeMappingTests {
  /// Returns the members that every event of the scene has.
  func common(_ scene: AmplitudeFixture, _ number: Int) -> [String: Value] {
    [
      "device_id": .string(scene.analytics.anonymousID),
      "insert_id": .string(scene.testing.destination.events[number].id.description),
      "time": 1_767_225_600_000, "event_id": .int(number + 1),
    ]
  }

  @Test("a call of track is an event with its identifier, its time and its properties")
  func track() async {
    let scene = AmplitudeFixture()
    scene.analytics.track("Order Completed", ["sku": "A-1", "tags": ["new"]])
    await scene.analytics.flush()
    let expected = common(scene, 0).merging([
      "event_type": "Order Completed", "event_properties": ["sku": "A-1", "tags": ["new"]],
    ]) { $1 }
    #expect(scene.events == [.object(expected)])
  }

  @Test("identify sets the user's properties, and later events are the user's")
  func identify() async {
    let scene = AmplitudeFixture()
    scene.analytics.identify("u1", traits: ["plan": "pro"])
    scene.analytics.identify("u1")
    scene.analytics.track("One")
    await scene.analytics.flush()
    #expect(
      scene.events == [
        .object(
          common(scene, 0).merging([
            "event_type": "$identify", "user_id": "u1",
            "user_properties": ["$set": ["plan": "pro"]],
          ]) { $1 }),
        .object(common(scene, 1).merging(["event_type": "$identify", "user_id": "u1"]) { $1 }),
        .object(common(scene, 2).merging(["event_type": "One", "user_id": "u1"]) { $1 }),
      ])
  }

  @Test("groups keep their types, and stay on later events")
  func typedGroups() async {
    let scene = AmplitudeFixture { $0.groupType = "club" }
    scene.analytics.group("acme", type: "company", traits: ["plan": "pro"])
    scene.analytics.group("golf")
    scene.analytics.track("One")
    await scene.analytics.flush()
    #expect(
      scene.events.map { $0["groups"] } == [
        ["company": "acme"], ["company": "acme"], ["club": "golf"],
        ["company": "acme", "club": "golf"],
      ])
    #expect(scene.events[1]["group_properties"] == ["$set": ["plan": "pro"]])
  }

  @Test("group sends the user's membership and the group's properties in two events")
  func group() async {
    let scene = AmplitudeFixture { $0.groupType = "club" }
    scene.analytics.group("chess", traits: ["size": 3])
    scene.analytics.group("golf")
    await scene.analytics.flush()
    let insert = scene.testing.destination.events[0].id.description
    #expect(
      scene.events == [
        .object(
          common(scene, 0).merging([
            "event_type": "$identify", "groups": ["club": "chess"],
            "user_properties": ["$set": ["club": "chess"]],
          ]) { $1 }),
        .object(
          common(scene, 0).merging([
            "event_type": "$groupidentify", "groups": ["club": "chess"],
            "group_properties": ["$set": ["size": 3]], "insert_id": .string(insert + "-group"),
          ]) { $1 }),
        .object(
          common(scene, 1).merging([
            "event_type": "$identify", "groups": ["club": "golf"],
            "user_properties": ["$set": ["club": "golf"]],
          ]) { $1 }),
      ])
  }

  @Test("alias assigns the device to the new user")
  func alias() async {
    let scene = AmplitudeFixture()
    scene.analytics.alias("u2")
    await scene.analytics.flush()
    #expect(
      scene.events == [
        .object(common(scene, 0).merging(["event_type": "$identify", "user_id": "u2"]) { $1 })
      ])
  }

  @Test("screens, the app's life and links have the names of Amplitude's own charts")
  func names() async throws {
    let scene = AmplitudeFixture()
    scene.analytics.screen("Home", ["tab": 1])
    scene.analytics.track("Application Opened", ["version": "2", "from_background": true, "x": 1])
    scene.analytics.openURL(try #require(URL(string: "shop://offer?utm_source=mail&gclid=9")))
    scene.analytics.track("After")
    await scene.analytics.flush()
    #expect(
      scene.events.map { $0["event_type"] } == [
        "[Amplitude] Screen Viewed", "[Amplitude] Application Opened",
        "[Amplitude] Deep Link Opened", "After",
      ])
    #expect(
      scene.events[0]["event_properties"] == ["tab": 1, "[Amplitude] Screen Name": "Home"])
    #expect(
      scene.events[1]["event_properties"]
        == ["[Amplitude] Version": "2", "[Amplitude] From Background": true, "x": 1])
    #expect(
      scene.events[2]["event_properties"]?["[Amplitude] Link URL"]?.stringValue?
        .hasPrefix("shop://offer") == true)
    #expect(scene.events[3]["event_properties"] == ["utm_source": "mail", "gclid": "9"])
  }

  @Test(
    "a session is identified by its start time, and begins and ends with Amplitude's names")
  func sessions() async {
    let scene = AmplitudeFixture(sessionTimeout: 60)
    scene.analytics.track("One")
    scene.testing.clock.advance(bySeconds: 10)
    scene.analytics.track("Two")
    scene.testing.clock.advance(bySeconds: 100)
    scene.analytics.track("Three")
    await scene.analytics.flush()
    let start: Value = 1_767_225_600_000
    let next: Value = 1_767_225_710_000
    #expect(
      scene.events.map { [$0["event_type"], $0["session_id"]] } == [
        ["session_start", start], ["One", start], ["Two", start], ["session_end", start],
        ["session_start", next], ["Three", next],
      ])
  }

  @Test("revenue counts, and a price alone does not")
  func revenue() async {
    let scene = AmplitudeFixture()
    scene.analytics.track(
      "Order Completed",
      ["revenue": 39.95, "price": 39.95, "quantity": 1, "sku": "S1", "revenue_type": "sale"])
    scene.analytics.track("Product Viewed", ["price": 5, "revenue": "much"])
    await scene.analytics.flush()
    let fields = ["revenue", "price", "quantity", "productId", "revenueType"]
    #expect(
      scene.events.map { event in fields.map { event[$0] } } == [
        [39.95, 39.95, 1, "S1", "sale"], [nil, nil, nil, nil, nil],
      ])
  }

  @Test("app, device, system and groups of the context are in Amplitude's fields")
  func context() async {
    let scene = AmplitudeFixture(context: [
      "app": ["version": "3.4.1"], "device": ["manufacturer": "Apple", "model": "iPhone18,1"],
      "os": ["name": "iOS", "version": "19.1"], "locale": "de-DE", "groupId": "acme",
      "library": ["name": "cairn", "version": "1"],
    ]) { $0.geolocates = true }
    scene.analytics.track("One")
    await scene.analytics.flush()
    let expected = common(scene, 0).merging([
      "event_type": "One", "app_version": "3.4.1", "platform": "iOS", "os_name": "iOS",
      "os_version": "19.1", "device_manufacturer": "Apple", "device_model": "iPhone18,1",
      "language": "de-DE", "library": "cairn/1", "groups": ["company": "acme"], "ip": "$remote",
    ]) { $1 }
    #expect(scene.events == [.object(expected)])
  }
}
