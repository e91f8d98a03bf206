#if canImport(SwiftUI)
public import Cairn
public import SwiftUI

/// A screen for developers and testers that shows the events and the deliveries of an `Analytics`.
///
/// ```swift
/// .sheet(isPresented: $showsInspector) { AnalyticsInspector(analytics) }
/// ```
///
/// It shows the last 500 events as they are recorded, with a search, the JSON of each and its state
/// at each destination; the destinations with their queue, problem and next attempt; the dead
/// letters, which can be replayed or discarded; and the ledger. A button delivers the pending
/// events.
///
/// It has a `NavigationStack` of its own: show it in a sheet, a tab or a window. While it is on the
/// screen, it reads the journal once a second, on a thread of its own; otherwise it does nothing.
/// Recording calls are not slowed down. Events are shown as they are in the journal, after
/// redaction and decrypted, so the screen shows personal data if the events contain some: do not
/// offer it to users. It is available in all builds; `analyticsInspector(_:)` presents it only in
/// debug builds.
public struct AnalyticsInspector: View {
  @State private var model: InspectorModel
  @State private var state = InspectorState()
  private let close: (@MainActor () -> Void)?

  /// Makes an inspector.
  ///
  /// - Parameter analytics: The instance to inspect. The inspector keeps the first one that it gets
  ///   as long as it is on the screen.
  public init(_ analytics: Analytics) { self.init(analytics, close: nil) }

  /// Makes an inspector with a button that calls `close`.
  init(_ analytics: Analytics, close: (@MainActor () -> Void)?) {
    model = InspectorModel(analytics)
    self.close = close
  }

  /// The view of the inspector.
  public var body: some View {
    NavigationStack {
      InspectorHome(model: model, state: $state)
        .navigationDestination(for: InspectorScreen.self) { screen in
          InspectorDestination(screen: screen, model: model, state: $state)
        }
        .toolbar {
          ToolbarItem(placement: .cancellationAction) {
            if let close { Button("Close", action: close) }
          }
        }
    }
    .task { @MainActor [model] in await model.run { state = $0 } }
  }
}
#endif
