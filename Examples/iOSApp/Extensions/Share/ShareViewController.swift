import Cairn
import Foundation
import UIKit

/// The instance of the share extension's process.
let analytics = Analytics(.shop)

/// A share extension that records what was shared, and tries to deliver it.
final class ShareViewController: UIViewController {
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    // The event belongs to the app's user, and to the app's session if there is one.
    analytics.track("Link Shared")
    // Optional: what is not delivered here is delivered by the app. The user does not wait for it.
    Task { await analytics.flush() }
    extensionContext?.completeRequest(returningItems: nil, completionHandler: nil)
  }
}
