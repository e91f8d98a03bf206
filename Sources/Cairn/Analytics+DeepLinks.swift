public import Foundation

extension Analytics {
  /// Records that the app was opened with a link: an event named `Deep Link Opened`, and the campaign that it names.
  ///
  /// Call it where the app is handed links (`onOpenURL`, `application(_:open:options:)`, a user activity's `webpageURL`).
  ///
  /// The event has `url`, `scheme`, `host`, `path`, `query` (by name) and `referrer`. The campaign is what the link says in
  /// `utm_campaign`, `utm_source`, `utm_medium`, `utm_term`, `utm_content`, `utm_id` and in advertisers' click identifiers
  /// such as `gclid` and `fbclid`: from this event to the end of the session, also across a relaunch, it is in the context of
  /// all events as `campaign`, and a link with another one replaces it. Without sessions it is until the process ends.
  ///
  /// Never recorded are user and password, the fragment, and the query items that `Configuration.secretQueryKeys` names,
  /// however such a name is written; links in a query are treated alike, and what cannot be cleaned is left out. A link that
  /// cannot be taken apart leaves its scheme alone. Of a long one the first 2 048 bytes and 64 query items are recorded. The
  /// article Context has the rest.
  ///
  /// - Parameters:
  ///   - url: The link.
  ///   - referrer: Where the user was before, if the system says so.
  /// - Returns: The event's identifier, as `track` does.
  @discardableResult
  public func openURL(_ url: URL, referrer: URL? = nil) -> EventID? {
    engine?.open(url, referrer: referrer)
  }
}
