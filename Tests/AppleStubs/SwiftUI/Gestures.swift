/// See <https://developer.apple.com/documentation/swiftui/gesture>.
@MainActor @preconcurrency public protocol Gesture<Value> {
  /// See <https://developer.apple.com/documentation/swiftui/gesture/value>.
  associatedtype Value
}

/// See <https://developer.apple.com/documentation/swiftui/tapgesture>.
@available(iOS 13.0, macOS 10.15, tvOS 16.0, watchOS 6.0, *)
@MainActor @preconcurrency public struct TapGesture: Gesture {
  /// See <https://developer.apple.com/documentation/swiftui/tapgesture/value>.
  public typealias Value = Void
  /// See <https://developer.apple.com/documentation/swiftui/tapgesture/init(count:)>.
  public nonisolated init(count: Int = 1) { self.count = count }

  /// See <https://developer.apple.com/documentation/swiftui/tapgesture/count>.
  public var count: Int
}

/// The result type of <https://developer.apple.com/documentation/swiftui/gesture/onended(_:)>.
@MainActor @preconcurrency public struct _EndedGesture<Content: Gesture>: Gesture {
  /// See <https://developer.apple.com/documentation/swiftui/gesture/value>.
  public typealias Value = Content.Value
  let gesture: Content
  let action: (Value) -> Void
}

extension Gesture {
  /// See <https://developer.apple.com/documentation/swiftui/gesture/onended(_:)>.
  public func onEnded(_ action: @escaping (Value) -> Void) -> _EndedGesture<Self> {
    _EndedGesture(gesture: self, action: action)
  }
}

extension View {
  /// See
  /// <https://developer.apple.com/documentation/swiftui/view/simultaneousgesture(_:including:)>.
  public func simultaneousGesture<T: Gesture>(_ gesture: T) -> some View {
    let tap = gesture as? _EndedGesture<TapGesture>
    return Touched(content: self, isSimultaneous: true, taps: tap?.gesture.count ?? 1) {
      tap?.action(())
    }
  }

  /// See <https://developer.apple.com/documentation/swiftui/view/ontapgesture(count:perform:)>.
  @available(iOS 13.0, macOS 10.15, tvOS 16.0, watchOS 6.0, *)
  public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
    Touched(content: self, isSimultaneous: false, action: action)
  }
}
