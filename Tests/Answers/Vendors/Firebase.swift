import Cairn
import CairnFirebase
import Foundation

extension Vendor {
  package static let googleAnalytics = Vendor(
    name: "Google Analytics", unanswered: .settled, answers: googleAnswers,
    destination: { google(.settle, $0, $1) })

  package static let googleAnalyticsSendingAgain = Vendor(
    name: "Google Analytics, sending again", answers: googleAnswers,
    destination: { google(.sendAgain, $0, $1) })

  private static func google(
    _ unknownOutcome: GoogleAnalyticsDestination.UnknownOutcome, _ server: URL,
    _ transport: any HTTPTransport
  ) -> GoogleAnalyticsDestination {
    GoogleAnalyticsDestination(
      firebaseAppID: "1:123:ios:abc", apiSecret: "very-secret",
      appInstanceID: .fixed("0123456789abcdef0123456789abcdef"), unknownOutcome: unknownOutcome,
      server: server, transport: transport)
  }

  private static let googleAnswers: [Answer] =
    .accepted(200, 204)
    + [
      Answer(
        400, "api_secret=very-secret is wrong",
        means: .refused(
          DeliveryRejection("status 400", status: 400, answer: "api_secret=[hidden] is wrong")))
    ] + .setAside(400, events: 1) + .tooLarge() + .standard
}
