import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnPostHog

@Suite struct PostHogMappingTests {
  /// Returns an event of the scene in PostHog's form.
  func event(
    _ scene: PostHogFixture, _ number: Int, _ name: Value, user: Value? = nil,
    _ properties: [String: Value], hasProfile: Bool = true
  ) -> Value {
    let device = Value.string(scene.analytics.anonymousID)
    var all = properties.merging(["$device_id": device, "$geoip_disable": true]) { $1 }
    if !hasProfile { all["$process_person_profile"] = false }
    return [
      "event": name, "distinct_id": user ?? device, "timestamp": "2026-01-01T00:00:00.000Z",
      "uuid": .string(scene.testing.destination.events[number].id.description),
      "properties": .object(all),
    ]
  }

  @Test("a call of track is an event with its identifier, its time and its properties")
  func track() async {
    let scene = PostHogFixture()
    scene.analytics.track("Order Completed", ["revenue": 39.95, "currency": "EUR"])
    scene.analytics.identify("u1")
    scene.analytics.track("Seen")
    await scene.analytics.flush()
    #expect(
      scene.events[0]
        == event(
          scene, 0, "Order Completed", ["revenue": 39.95, "currency": "EUR"], hasProfile: false))
    #expect(scene.events[2] == event(scene, 2, "Seen", user: "u1", [:]))
  }

  @Test("identify links the device with the user, and sets the person's properties")
  func identify() async {
    let scene = PostHogFixture()
    scene.analytics.identify("u1", traits: ["plan": "pro"])
    await scene.analytics.flush()
    let device = Value.string(scene.analytics.anonymousID)
    #expect(
      scene.events == [
        event(
          scene, 0, "$identify", user: "u1",
          ["$anon_distinct_id": device, "$set": ["plan": "pro"]])
      ])
  }

  @Test("group, alias and screen are PostHog's own events")
  func others() async {
    let scene = PostHogFixture { $0.groupType = "club" }
    scene.analytics.screen("Home", ["tab": 1])
    scene.analytics.group("chess", traits: ["size": 3])
    scene.analytics.group("golf")
    scene.analytics.identify("u1")
    scene.analytics.alias("u2")
    await scene.analytics.flush()
    #expect(
      scene.events.prefix(3) == [
        event(scene, 0, "$screen", ["$screen_name": "Home", "tab": 1], hasProfile: false),
        event(
          scene, 1, "$groupidentify",
          [
            "$group_type": "club", "$group_key": "chess", "$group_set": ["size": 3],
            "$groups": ["club": "chess"],
          ]),
        event(
          scene, 2, "$groupidentify",
          ["$group_type": "club", "$group_key": "golf", "$groups": ["club": "golf"]]),
      ])
    #expect(
      scene.events.last
        == event(
          scene, 4, "$create_alias", user: "u1",
          ["distinct_id": "u1", "alias": "u2", "$groups": ["club": "golf"]]))
  }

  @Test("groups keep their types, and stay on later events")
  func typedGroups() async {
    let scene = PostHogFixture { $0.groupType = "club" }
    scene.analytics.group("acme", type: "company")
    scene.analytics.group("golf")
    scene.analytics.track("One")
    await scene.analytics.flush()
    let both: Value = ["company": "acme", "club": "golf"]
    #expect(scene.events[0]["properties"]?["$group_type"] == "company")
    #expect(scene.events[1]["properties"]?["$group_type"] == "club")
    #expect(scene.events[2]["properties"]?["$groups"] == both)
  }

  @Test(
    "profiles are created for the persons that the option names",
    arguments: [
      (PostHogDestination.Profiles.identifiedOnly, [false, nil]), (.always, [nil, nil]),
      (.never, [false, false]),
    ] as [(PostHogDestination.Profiles, [Bool?])])
  func profiles(profiles: PostHogDestination.Profiles, expected: [Bool?]) async {
    for version in [PostHogDestination.Version.v0, .v1] {
      let scene = PostHogFixture(version: version) { $0.profiles = profiles }
      scene.analytics.track("Anonymous")
      scene.analytics.identify("u1")
      await scene.analytics.flush()
      let said = scene.events.map { event in
        version == .v0
          ? event["properties"]?["$process_person_profile"]
          : event["options"]?["process_person_profile"]
      }
      #expect(said == expected.map { $0.map(Value.bool) })
    }
  }

  @Test(
    "app, device, system, session, campaign and group of the context are in PostHog's properties")
  func context() async {
    let scene = PostHogFixture(
      context: [
        "app": ["name": "Shop", "version": "3.4.1", "build": "7", "namespace": "com.shop"],
        "device": ["manufacturer": "Apple", "model": "iPhone18,1", "type": "phone"],
        "os": ["name": "iOS", "version": "19.1"], "screen": ["width": 402, "height": 874],
        "network": ["wifi": true, "cellular": false], "locale": "de-DE",
        "timezone": "Europe/Berlin", "library": ["name": "cairn", "version": "1"],
        "groupId": "acme", "campaign": ["source": "mail"], "environment": "staging",
      ], sessionTimeout: 60
    ) { $0.geolocates = true }
    scene.analytics.track("One")
    await scene.analytics.flush()
    let session = scene.testing.destination.events[0].fields?["context"] as? [String: Any]
    let id = (session?["session"] as? [String: Any])?["id"] as? String
    let own: [String: Value] = [
      "$app_name": "Shop", "$app_version": "3.4.1", "$app_build": "7",
      "$app_namespace": "com.shop", "$device_manufacturer": "Apple",
      "$device_model": "iPhone18,1", "$device_type": "phone", "$os": "iOS", "$os_version": "19.1",
      "$screen_width": 402, "$screen_height": 874, "$network_wifi": true,
      "$network_cellular": false, "$locale": "de-DE", "$timezone": "Europe/Berlin",
      "$lib": "cairn", "$lib_version": "1", "$groups": ["company": "acme"], "utm_source": "mail",
      "$device_id": .string(scene.analytics.anonymousID), "$process_person_profile": false,
      "$session_id": .string(id ?? "none"), "environment": "staging",
    ]
    #expect(scene.events.last?["properties"] == .object(own))
    scene.analytics.track("Two", ["environment": "own"])
    await scene.analytics.flush()
    #expect(scene.events.last?["properties"]?["environment"] == "own")
  }

  @Test("in the new interface session and profile are beside the properties")
  func v1() async throws {
    let scene = PostHogFixture(
      version: .v1, context: ["library": ["name": "cairn", "version": "1"]], sessionTimeout: 60)
    scene.analytics.track("One", ["n": 1])
    await scene.analytics.flush()
    let event = try #require(scene.events.last?.objectValue)
    #expect(
      Set(event.keys) == [
        "event", "uuid", "distinct_id", "timestamp", "session_id", "options", "properties",
      ])
    #expect(event["session_id"]?.stringValue.flatMap(EventID.init) != nil)
    #expect(event["options"] == ["process_person_profile": false])
    #expect(
      event["properties"] == [
        "n": 1, "$geoip_disable": true, "$device_id": .string(scene.analytics.anonymousID),
      ])
  }
}
