import Hummingbird

@available(macOS 14, iOS 17, tvOS 17, visionOS 1, *)
extension Collector {
  typealias Routes = [String: [HTTPRequest.Method: any Endpoint]]

  // A question may read a large part of the database: only a few run at a time.
  private static let maxQuestions = 8

  /// Returns the routes of the pages; none when they are turned off.
  static func pageRoutes(
    _ configuration: CollectorConfiguration, _ parts: Parts, _ access: ReadAccess
  ) -> Routes {
    guard configuration.servesPages else { return [:] }
    let keys = access.keys
    let pages = PageAccess(access: access, hasTLS: configuration.certificatePath != nil)
    let store = parts.store
    let site = PageSite(
      access: pages, store: store,
      room: WaitingRoom(capacity: maxQuestions, refusal: .tooManyQuestions), logger: parts.logger)
    let status = StatusParts(
      waitingRoom: parts.waitingRoom, connections: parts.connections, drain: parts.drain,
      feed: parts.feed, rates: parts.rates, keys: keys,
      kindOfStore: configuration.storeURL == nil ? "SQLite" : "PostgreSQL")
    let asset = { (type: String, bytes: [UInt8]) in AssetEndpoint(type: type, bytes) }
    var routes: Routes = [
      "/": [.get: HomeEndpoint()],
      LiveStreamEndpoint.path: [.get: LiveStreamEndpoint(access: pages, feed: parts.feed)],
      SignInPage.path: [.get: SignInPage(access: pages), .post: SignInEndpoint(access: pages)],
      SignOutEndpoint.path: [.post: SignOutEndpoint(access: pages)],
      JourneyPage.path: [
        .get: PageEndpoint(page: JourneyPage(store: store), path: JourneyPage.path, site: site)
      ],
      "/style.css": [.get: asset("text/css; charset=utf-8", PackageResources.style_css)],
      "/live.js": [.get: asset("text/javascript; charset=utf-8", PackageResources.live_js)],
      "/icon.svg": [.get: asset("image/svg+xml", PackageResources.icon_svg)],
    ]
    let all: [any Page] = [
      LivePage(store: store), ExplorerPage(store: store), TrendsPage(store: store),
      FunnelPage(store: store), RetentionPage(store: store), DevicesPage(store: store),
      StatusPage(store: store, parts: status),
    ]
    for page in all { add(page, site, to: &routes) }
    return routes
  }

  private static func add(_ page: some Page, _ site: PageSite, to routes: inout Routes) {
    routes[type(of: page).place.path] = [.get: PageEndpoint(page: page, site: site)]
  }
}
