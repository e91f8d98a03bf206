import Cairn
import Foundation

/// The configuration of the app and of its extensions; the file belongs to all three targets.
extension Configuration {
  static var shop: Configuration {
    guard let endpoint = URL(string: "http://127.0.0.1:8080") else {
      return Configuration(destinations: [])
    }
    var configuration = Configuration(writeKey: "shop", endpoint: endpoint)
    configuration.appGroup = "group.com.example.shop"
    return configuration
  }
}
