/// See <https://developer.apple.com/documentation/swiftui/binding>.
@propertyWrapper public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// See <https://developer.apple.com/documentation/swiftui/binding/wrappedvalue>.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// See <https://developer.apple.com/documentation/swiftui/binding/projectedvalue>.
  public var projectedValue: Binding<Value> { self }
}

@available(*, unavailable) extension Binding: Sendable {}
