#if !Server
/// Needs the package trait `Server`, which brings async-http-client, swift-log, swift-metrics and swift-service-lifecycle.
@available(
  *, unavailable, message: "CairnServer needs Cairn's trait: .package(url: …, traits: [\"Server\"])"
)
public enum CairnService: Sendable {}

/// Needs the package trait `Server`, which brings async-http-client, swift-log, swift-metrics and swift-service-lifecycle.
@available(
  *, unavailable, message: "CairnServer needs Cairn's trait: .package(url: …, traits: [\"Server\"])"
)
public enum AsyncHTTPClientTransport: Sendable {}
#endif
