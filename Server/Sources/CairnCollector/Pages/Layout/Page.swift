/// A page for viewers that are signed in.
protocol Page: Sendable {
  /// The path, and the name in the list of pages.
  static var place: PagePlace { get }

  func content(_ visit: Visit) async throws -> PageContent
}

/// The pages, in the order in which they are listed.
enum PagePlace: String, CaseIterable, Sendable {
  case live, explorer, trends, funnel, retention, devices, status

  var path: String { "/" + rawValue }

  var title: String {
    switch self {
    case .live: "Live"
    case .explorer: "Explorer"
    case .trends: "Trends"
    case .funnel: "Funnel"
    case .retention: "Retention"
    case .devices: "Devices"
    // `/health` is the answer for balancers.
    case .status: "Health"
    }
  }
}

/// The content of a page.
struct PageContent: Sendable {
  var title: String
  /// One sentence below the title.
  var lead: HTML = ""
  var form: HTML = ""
  var body: HTML = ""
  /// The tables that are available as files, in the order of the page.
  var tables: [DataTable] = []
  var script: String?
}
