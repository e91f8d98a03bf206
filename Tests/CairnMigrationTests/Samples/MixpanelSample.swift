import Foundation
import Cairn

enum MixpanelPlayer {
  static func play(_ song: String, seconds: Int?) {
    Analytics.shared.track(
      "Song Played",
      properties: ["song": song, "seconds": seconds ?? 0])
    Analytics.shared.track("Played")
    Analytics.shared.track("Paused")
  }

  static func logIn(_ user: String) {
    let mixpanel = Analytics.shared
    mixpanel.identify(user)
    mixpanel.identify(traits: ["plan": "gold"])
    mixpanel.superProperties.register(["player": "new"])
    mixpanel.superProperties.unregister("player")
    mixpanel.superProperties.removeAll()
    mixpanel.group("Acme", type: "company")
    mixpanel.reset()
  }
}
