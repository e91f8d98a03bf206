public import Foundation

extension Analytics {
  /// Records an event named `Deep Link Opened` for a link that opened the app, and the campaign in
  /// the link.
  ///
  /// Call it where the app receives links (`onOpenURL`, `application(_:open:options:)`, a user
  /// activity's `webpageURL`).
  ///
  /// The event has the properties `url`, `scheme`, `host`, `path`, `query` (an object by name) and
  /// `referrer`. The campaign is taken from `utm_campaign`, `utm_source`, `utm_medium`, `utm_term`,
  /// `utm_content`, `utm_id` and from advertisers' click identifiers such as `gclid` and `fbclid`.
  /// From this event to the end of the session, across launches too, all events have it in their
  /// context as `campaign`. A link with another campaign replaces it. Without sessions it is kept
  /// until the process ends.
  ///
  /// The user name, the password, the fragment and the query items that
  /// `Configuration.secretQueryKeys` names are never recorded, in whatever spelling such a key is
  /// written. Links in a query are treated in the same way, and what cannot be cleaned is left out.
  /// Of a link that cannot be parsed only the scheme is recorded. At most 2 048 bytes and 64 query
  /// items of a link are recorded. The article Context has the details.
  ///
  /// - Parameters:
  ///   - url: The link.
  ///   - referrer: The page or app that the user came from, if the system provides it.
  /// - Returns: The event's identifier, as `track` does.
  @discardableResult
  public func openURL(_ url: URL, referrer: URL? = nil) -> EventID? {
    engine?.open(url, referrer: referrer)
  }
}
