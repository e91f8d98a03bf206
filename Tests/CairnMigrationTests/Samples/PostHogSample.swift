import Foundation
import Cairn

struct PostHogFeed {
  func refresh(count: Int, source: String) {
    Analytics.shared.screen("Feed", properties: ["source": source])
    Analytics.shared.track("feed_refreshed")
    Analytics.shared.track(
      "posts_loaded",
      properties: [
        "count": count,
        "source": source,
      ])
  }

  func logIn(_ user: String) {
    Analytics.shared.identify(user, traits: ["plan": "gold"])
    Analytics.shared.group("acme", type: "company")
    Analytics.shared.group("chess", type: "club", traits: ["size": 3])
    Analytics.shared.superProperties.register(["theme": "dark"])
    Analytics.shared.superProperties.unregister("theme")
    Analytics.shared.alias("old-\(user)")
  }

  func logOut() { Analytics.shared.reset() }
}
