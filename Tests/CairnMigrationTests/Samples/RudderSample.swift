import Foundation
import Cairn

struct RudderForm {
  let analytics: Analytics

  func send(_ fields: [String: Any], user: String) {
    Analytics.shared.track("Form Sent", properties: fields)
    Analytics.shared.track("Form Closed")
    Analytics.shared.screen("Thanks", properties: ["form": "contact"])
    Analytics.shared.identify(user, traits: ["plan": "gold"])
    Analytics.shared.group("team")
    Analytics.shared.reset()
    analytics.track("Form Sent", properties: ["fields": fields.count])
    analytics.screen("Thanks")
    analytics.identify(user)
    analytics.alias(user)
  }
}
