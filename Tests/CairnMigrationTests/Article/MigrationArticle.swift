import Cairn
import CairnMigration
import Foundation

/// The code of the articles CairnMigration and MovingFromAnotherSDK, which must compile.
private enum MigrationArticle {
  static func configure(endpoint: URL) -> Analytics {
    var configuration = Configuration(writeKey: "my-key", endpoint: endpoint)
    configuration.migration = Migration(from: .segment(writeKey: "old-key"))
    let analytics = Analytics(configuration)
    return analytics
  }

  static func report(_ configuration: inout Configuration) {
    configuration.migration = Migration(from: .segment(writeKey: "old-key")) { report in
      print("\(report.imported) events imported, \(report.lost) records lost")
      if let interruption = report.interruption { print("interrupted: \(interruption)") }
    }
  }

  static func migrate(_ analytics: Analytics) async {
    let report = await analytics.migrate(from: .everythingFound)
    print("\(report.imported) events, \(report.lost) records could not be read")
    await analytics.migrate(from: .mixpanel(token: "old-token"), to: "mixpanel")
  }
}
