import Cairn
import CairnMigration
import Foundation

/// The code of the article CairnMigration, which must compile.
private enum MigrationArticle {
  static func configure(endpoint: URL) -> Analytics {
    var configuration = Configuration(writeKey: "my-key", endpoint: endpoint)
    configuration.migration = Migration(from: .segment(writeKey: "old-key"))
    let analytics = Analytics(configuration)
    return analytics
  }

  static func migrate(_ analytics: Analytics) async {
    let report = await analytics.migrate(from: .everythingFound)
    print("\(report.imported) events, \(report.lost) records could not be read")
    await analytics.migrate(from: .mixpanel(token: "old-token"), to: "mixpanel")
  }
}
