import Cairn
import Foundation

struct AmplitudeGame {
  var amplitude: Analytics

  func start(level: Int, user: String?) {
    if let user { amplitude.identify(user) }
    amplitude.track("Game Started")
    amplitude.track("Level \(level)", properties: ["level": level, "mode": "easy"])
    amplitude.group("chess", type: "club")
    amplitude.identify(traits: ["level": level])
  }

  func end(_ properties: [String: Any]) {
    amplitude.track(
      "Game Ended",  // after the last move
      properties: properties)
    amplitude.reset()
  }
}
