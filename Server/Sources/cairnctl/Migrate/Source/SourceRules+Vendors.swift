extension SourceRules {
  static let segment = SourceRules(
    modules: ["Segment"], receivers: ["analytics"], shared: ["Analytics.shared()"],
    calls: calls(
      """
      track(name:) -> track(_:)
      track(name:properties:) -> track(_:properties:)
      screen(title:) -> screen(_:)
      screen(title:properties:) -> screen(_:properties:)
      identify(userId:) -> identify(_:)
      identify(userId:traits:) -> identify(_:traits:)
      group(groupId:) -> group(_:)
      group(groupId:traits:) -> group(_:traits:)
      alias(newId:) -> alias(_:)
      identify(traits:) -> identify(traits:)
      openURL(_:) -> openURL(_:)
      reset() -> reset()
      anonymousId -> anonymousID
      userId -> userID
      """),
    reasons: [
      "flush": flush, "screen": "the category is a property here", "add": setUp,
      "track": "these arguments have no counterpart",
      "identify": "these arguments have no counterpart",
      "enabled": "the counterpart is setTrackingEnabled(_:)",
      "traits": "the traits of the user are not stored here",
    ],
    types: ["Analytics": setUp, "Configuration": setUp])

  static let amplitude = SourceRules(
    modules: ["AmplitudeSwift", "Amplitude"], receivers: ["amplitude"],
    instances: ["Amplitude"],
    shared: ["Amplitude.instance()"], objects: ["Amplitude"],
    calls: calls(
      """
      track(eventType:) -> track(_:)
      track(eventType:eventProperties:) -> track(_:properties:)
      logEvent(_:) -> track(_:)
      logEvent(_:withEventProperties:) -> track(_:properties:)
      setUserId(userId:) -> identify(_:)
      setUserId(_:) -> identify(_:)
      identify(userProperties:) -> identify(traits:)
      setUserProperties(_:) -> identify(traits:)
      setGroup(groupType:groupName:) -> group(_:type:) [1 0]
      reset() -> reset()
      """),
    reasons: [
      "flush": flush, "revenue": "the counterpart is a track event with the property revenue",
      "logRevenueV2": "the counterpart is a track event with the property revenue",
      "identify": "operations other than set have no counterpart; use identify(traits:)",
      "setDeviceId": "the counterpart is Configuration.initialIdentity",
      "getDeviceId": "the counterpart is anonymousID",
      "getUserId": "the counterpart is userID",
      "optOut": "the counterpart is setTrackingEnabled(_:)", "add": setUp,
      "initializeApiKey": setUp, "setUserId": "nil is no user here; use reset()",
      "track": "options have no counterpart", "logEvent": "these arguments have no counterpart",
    ],
    types: ["Amplitude": setUp, "Configuration": setUp])

  static let mixpanel = SourceRules(
    modules: ["Mixpanel"], receivers: ["mixpanel"],
    instances: ["MixpanelInstance"],
    shared: ["Mixpanel.mainInstance()"], objects: ["Mixpanel"],
    calls: calls(
      """
      track(event:) -> track(_:)
      track(event:properties:) -> track(_:properties:)
      identify(distinctId:) -> identify(_:)
      people.set(properties:) -> identify(traits:)
      registerSuperProperties(_:) -> superProperties.register(_:)
      unregisterSuperProperty(_:) -> superProperties.unregister(_:)
      clearSuperProperties() -> superProperties.removeAll()
      setGroup(groupKey:groupID:) -> group(_:type:) [1 0]
      reset() -> reset()
      """),
    reasons: [
      "flush": flush, "initialize": setUp,
      "time": "startEvent(_:) and endEvent(_:_:) replace time(event:) and the track that follows",
      "createAlias":
        "the counterpart is alias(_:) with the new identifier, after the old one was used",
      "increment": "operations other than set have no counterpart",
      "append": "operations other than set have no counterpart",
      "union": "operations other than set have no counterpart",
      "setOnce": "operations other than set have no counterpart",
      "set": "the counterpart is identify(traits:) with a dictionary",
      "optOutTracking": "the counterpart is setTrackingEnabled(false), or setConsent(.denied)",
      "optInTracking": "the counterpart is setTrackingEnabled(true), or setConsent(.granted)",
      "distinctId": "the counterpart is userID, or anonymousID",
      "trackWithGroups": "the user's groups are on all events after group(_:type:)",
      "identify": "these arguments have no counterpart",
      "registerSuperPropertiesOnce":
        "the counterpart is superProperties.register(_:) if it is missing",
    ],
    types: [
      "MixpanelType": "the counterpart is Value",
      "Properties": "the counterpart is [String: Value]",
    ])

  static let postHog = SourceRules(
    modules: ["PostHog"], receivers: ["posthog"], instances: ["PostHogSDK"],
    shared: ["PostHogSDK.shared"], objects: ["PostHogSDK"],
    calls: calls(
      """
      capture(_:) -> track(_:)
      capture(_:properties:) -> track(_:properties:)
      screen(_:) -> screen(_:)
      screen(_:properties:) -> screen(_:properties:)
      identify(_:) -> identify(_:)
      identify(_:userProperties:) -> identify(_:traits:)
      alias(_:) -> alias(_:)
      group(type:key:) -> group(_:type:) [1 0]
      group(type:key:groupProperties:) -> group(_:type:traits:) [1 0 2]
      register(_:) -> superProperties.register(_:)
      unregister(_:) -> superProperties.unregister(_:)
      reset() -> reset()
      """),
    reasons: [
      "flush": flush, "setup": setUp,
      "capture": "user and group properties in an event have no counterpart; use identify or group",
      "identify": "properties that are set once have no counterpart",
      "getDistinctId": "the counterpart is userID, or anonymousID",
      "getAnonymousId": "the counterpart is anonymousID",
      "optOut": "the counterpart is setTrackingEnabled(false), or setConsent(.denied)",
      "optIn": "the counterpart is setTrackingEnabled(true), or setConsent(.granted)",
      "isFeatureEnabled": "feature flags are in CairnExperiments",
      "getFeatureFlag":
        "feature flags are in CairnExperiments",
      "reloadFeatureFlags": "feature flags are in CairnExperiments",
    ],
    types: ["PostHogConfig": setUp])

  static let rudder = SourceRules(
    modules: ["Rudder", "RudderStackAnalytics"],
    receivers: ["analytics", "rudder", "rsclient"], vagueReceivers: ["client"],
    instances: ["RSClient"], shared: ["RSClient.sharedInstance()"], objects: ["RSClient"],
    calls: calls(
      """
      track(_:) -> track(_:)
      track(_:properties:) -> track(_:properties:)
      track(name:) -> track(_:)
      track(name:properties:) -> track(_:properties:)
      screen(_:) -> screen(_:)
      screen(_:properties:) -> screen(_:properties:)
      screen(screenName:) -> screen(_:)
      screen(screenName:properties:) -> screen(_:properties:)
      identify(_:) -> identify(_:)
      identify(_:traits:) -> identify(_:traits:)
      identify(userId:) -> identify(_:)
      identify(userId:traits:) -> identify(_:traits:)
      group(_:) -> group(_:)
      group(_:traits:) -> group(_:traits:)
      group(groupId:) -> group(_:)
      group(groupId:traits:) -> group(_:traits:)
      alias(_:) -> alias(_:)
      alias(newId:) -> alias(_:)
      reset() -> reset()
      anonymousId -> anonymousID
      userId -> userID
      """),
    reasons: [
      "flush": flush, "screen": "the category is a property here",
      "track": "options have no counterpart", "identify": "options have no counterpart",
      "configure": setUp, "addDestination": setUp, "add": setUp,
      "reset": "the options have no counterpart",
      "optOut": "the counterpart is setTrackingEnabled(_:)",
      "setOptOutStatus": "the counterpart is setTrackingEnabled(_:)",
      "startSession": "sessions begin and end by themselves here",
      "endSession": "sessions begin and end by themselves here",
    ],
    types: ["RSConfig": setUp, "Configuration": setUp])
}
