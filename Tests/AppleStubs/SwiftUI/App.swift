/// See <https://developer.apple.com/documentation/swiftui/app>.
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@MainActor @preconcurrency public protocol App {
  /// See <https://developer.apple.com/documentation/swiftui/app/body-swift.associatedtype>.
  associatedtype Body: Scene
  /// See <https://developer.apple.com/documentation/swiftui/app/body-swift.property>.
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  /// See <https://developer.apple.com/documentation/swiftui/app/init()>.
  @MainActor @preconcurrency init()
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension App {
  /// See <https://developer.apple.com/documentation/swiftui/app/main()>.
  public static func main() { _ = Self() }
}

/// See <https://developer.apple.com/documentation/swiftui/scene>.
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@MainActor @preconcurrency public protocol Scene {
  /// See <https://developer.apple.com/documentation/swiftui/scene/body-swift.associatedtype>.
  associatedtype Body: Scene
  /// See <https://developer.apple.com/documentation/swiftui/scene/body-swift.property>.
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

/// See <https://developer.apple.com/documentation/swiftui/scenebuilder>.
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@resultBuilder public enum SceneBuilder {
  /// See <https://developer.apple.com/documentation/swiftui/scenebuilder/buildblock(_:)>.
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// See <https://developer.apple.com/documentation/swiftui/windowgroup>.
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
@MainActor @preconcurrency public struct WindowGroup<Content: View>: Scene {
  let content: Content
  /// See <https://developer.apple.com/documentation/swiftui/windowgroup/init(content:)>.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  /// See <https://developer.apple.com/documentation/swiftui/scene/body-swift.property>.
  public var body: Never { preconditionFailure("a window group has no body") }
}

@available(*, unavailable) extension SceneBuilder: Sendable {}
