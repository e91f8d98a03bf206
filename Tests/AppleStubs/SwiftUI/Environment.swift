/// See <https://developer.apple.com/documentation/swiftui/environmentkey>.
public protocol EnvironmentKey {
  /// See <https://developer.apple.com/documentation/swiftui/environmentkey/value>.
  associatedtype Value
  /// See <https://developer.apple.com/documentation/swiftui/environmentkey/defaultvalue>.
  static var defaultValue: Value { get }
}

/// See <https://developer.apple.com/documentation/swiftui/environmentvalues>.
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]
  /// See <https://developer.apple.com/documentation/swiftui/environmentvalues/init()>.
  public init() {}

  /// See <https://developer.apple.com/documentation/swiftui/environmentvalues/subscript(_:)>.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// See <https://developer.apple.com/documentation/swiftui/environmentvalues/isenabled>.
  public var isEnabled: Bool { !isDisabled }

  var isDisabled: Bool {
    get { self[DisabledKey.self] }
    // A view in a disabled view is disabled too.
    set { self[DisabledKey.self] = newValue || isDisabled }
  }

  private enum DisabledKey: EnvironmentKey {
    static let defaultValue = false
  }
}

/// See <https://developer.apple.com/documentation/swiftui/dynamicproperty>.
public protocol DynamicProperty {}

/// See <https://developer.apple.com/documentation/swiftui/environment>.
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  private final class Link {
    var values = EnvironmentValues()
  }

  private let keyPath: KeyPath<EnvironmentValues, Value>
  private let link = Link()

  /// See <https://developer.apple.com/documentation/swiftui/environment/init(_:)>.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

  /// See <https://developer.apple.com/documentation/swiftui/environment/wrappedvalue>.
  public var wrappedValue: Value { link.values[keyPath: keyPath] }
}

extension Environment: LinkedProperty {
  @MainActor func link(to canvas: Canvas, as name: String) { link.values = canvas.environment }
}

extension View {
  /// See <https://developer.apple.com/documentation/swiftui/view/environment(_:_:)>.
  public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View {
    Adapted(content: self) { $0.environment[keyPath: keyPath] = value }
  }
}

@available(*, unavailable) extension EnvironmentValues: Sendable {}
@available(*, unavailable) extension Environment: Sendable {}
