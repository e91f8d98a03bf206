public import Foundation

extension View {
  /// See <https://developer.apple.com/documentation/swiftui/view/onappear(perform:)>.
  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    // A view that draws nothing does not appear.
    Adapted(content: self) { if !isNothing(self) { $0.observe(appear: action) } }
  }

  /// See <https://developer.apple.com/documentation/swiftui/view/task(priority:_:)>.
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
  public func task(
    priority: TaskPriority = .userInitiated, _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    Accompanied(content: self, priority: priority, action: action)
  }

  /// See <https://developer.apple.com/documentation/swiftui/view/task(id:priority:_:)>.
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
  public func task<T: Equatable>(
    id value: T, priority: TaskPriority = .userInitiated,
    _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    Tasked(content: self, id: value, priority: priority, action: action)
  }

  /// See <https://developer.apple.com/documentation/swiftui/view/ondisappear(perform:)>.
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    Adapted(content: self) { $0.observe(disappear: action) }
  }

  /// See <https://developer.apple.com/documentation/swiftui/view/onopenurl(perform:)>.
  @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    Adapted(content: self) { $0.listen(to: action) }
  }

  /// See <https://developer.apple.com/documentation/swiftui/view/id(_:)>.
  public func id<ID: Hashable>(_ id: ID) -> some View {
    Adapted(content: self) { $0.path.append("id \(id)") }
  }
}
