// The parts of Apple's framework WidgetKit that the example uses, so that it is compiled on other
// platforms too. Each declaration is copied from the page named above it.
public import Foundation
public import SwiftUI

/// See <https://developer.apple.com/documentation/swiftui/widget>.
@MainActor @preconcurrency public protocol Widget {
  /// See <https://developer.apple.com/documentation/swiftui/widget/body-swift.associatedtype>.
  associatedtype Body: WidgetConfiguration
  /// See <https://developer.apple.com/documentation/swiftui/widget/body-swift.property>.
  @MainActor @preconcurrency var body: Body { get }
  /// See <https://developer.apple.com/documentation/swiftui/widget/init()>.
  @MainActor @preconcurrency init()
}

/// See <https://developer.apple.com/documentation/swiftui/widgetconfiguration>.
@MainActor @preconcurrency public protocol WidgetConfiguration {}

/// See <https://developer.apple.com/documentation/swiftui/widgetbundle>.
@MainActor @preconcurrency public protocol WidgetBundle {
  /// See <https://developer.apple.com/documentation/swiftui/widgetbundle/body-swift.associatedtype>.
  associatedtype Body: Widget
  /// See <https://developer.apple.com/documentation/swiftui/widgetbundle/body-swift.property>.
  @WidgetBundleBuilder @MainActor @preconcurrency var body: Body { get }
  /// See <https://developer.apple.com/documentation/swiftui/widgetbundle/init()>.
  @MainActor @preconcurrency init()
}

extension WidgetBundle {
  /// See <https://developer.apple.com/documentation/swiftui/widgetbundle/main()>.
  @MainActor @preconcurrency public static func main() { _ = Self() }
}

/// See <https://developer.apple.com/documentation/swiftui/widgetbundlebuilder>.
@resultBuilder public struct WidgetBundleBuilder {
  /// See <https://developer.apple.com/documentation/swiftui/widgetbundlebuilder/buildblock(_:)>.
  public static func buildBlock<Content: Widget>(_ content: Content) -> Content { content }
}

/// See <https://developer.apple.com/documentation/widgetkit/staticconfiguration>.
@MainActor @preconcurrency public struct StaticConfiguration<Content: View>: WidgetConfiguration {
  /// See
  /// <https://developer.apple.com/documentation/widgetkit/staticconfiguration/init(kind:provider:content:)>.
  public init<Provider: TimelineProvider>(
    kind: String, provider: Provider,
    @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) {}
}

/// See <https://developer.apple.com/documentation/widgetkit/timelineentry>.
public protocol TimelineEntry {
  /// See <https://developer.apple.com/documentation/widgetkit/timelineentry/date>.
  var date: Date { get }
}

/// See <https://developer.apple.com/documentation/widgetkit/timelineprovidercontext>.
public struct TimelineProviderContext {}

/// See <https://developer.apple.com/documentation/widgetkit/timelineprovider>.
public protocol TimelineProvider {
  /// See <https://developer.apple.com/documentation/widgetkit/timelineprovider/entry>.
  associatedtype Entry: TimelineEntry
  /// See <https://developer.apple.com/documentation/widgetkit/timelineprovider/context>.
  typealias Context = TimelineProviderContext
  /// See <https://developer.apple.com/documentation/widgetkit/timelineprovider/placeholder(in:)>.
  func placeholder(in context: Context) -> Entry
  /// See
  /// <https://developer.apple.com/documentation/widgetkit/timelineprovider/getsnapshot(in:completion:)>.
  @preconcurrency func getSnapshot(
    in context: Context, completion: @escaping @Sendable (Entry) -> Void)
  /// See
  /// <https://developer.apple.com/documentation/widgetkit/timelineprovider/gettimeline(in:completion:)>.
  @preconcurrency func getTimeline(
    in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

/// See <https://developer.apple.com/documentation/widgetkit/timeline>.
public struct Timeline<EntryType: TimelineEntry> {
  /// See <https://developer.apple.com/documentation/widgetkit/timeline/init(entries:policy:)>.
  public init(entries: [EntryType], policy: TimelineReloadPolicy) {}
}

/// See <https://developer.apple.com/documentation/widgetkit/timelinereloadpolicy>.
public struct TimelineReloadPolicy: Equatable, Sendable {
  /// See <https://developer.apple.com/documentation/widgetkit/timelinereloadpolicy/never>.
  public static let never = TimelineReloadPolicy()
}

@available(*, unavailable)
extension WidgetBundleBuilder: Sendable {}
@available(*, unavailable)
extension TimelineProviderContext: Sendable {}
@available(*, unavailable)
extension Timeline: Sendable {}
