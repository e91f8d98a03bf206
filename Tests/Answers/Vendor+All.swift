extension Vendor {
  package static let all: [Vendor] =
    [
      segment, amplitude, amplitudeBatch, amplitudeUser, mixpanelImport, mixpanelTrack, postHogV0,
      postHogV1,
      snowplow, googleAnalytics, googleAnalyticsSendingAgain, adobeInteract, adobeCollect, otlp,
      convert,
      convertSettingAside,
    ] + others

  // Its signatures require a dependency, which not every build has.
  #if canImport(CairnCloudEvents)
  private static let others = [cloudEvents]
  #else
  private static let others: [Vendor] = []
  #endif
}
