/// See <https://developer.apple.com/documentation/swiftui/state>.
@propertyWrapper public struct State<Value>: DynamicProperty {
  private final class Link {
    var cell: Cell<Value>
    init(_ cell: Cell<Value>) { self.cell = cell }
  }

  private let link: Link

  /// See <https://developer.apple.com/documentation/swiftui/state/init(wrappedvalue:)>.
  public init(wrappedValue value: Value) { link = Link(Cell(value)) }

  /// See <https://developer.apple.com/documentation/swiftui/state/wrappedvalue>.
  public var wrappedValue: Value {
    get { link.cell.value }
    nonmutating set { link.cell.value = newValue }
  }

  /// See <https://developer.apple.com/documentation/swiftui/state/projectedvalue>.
  public var projectedValue: Binding<Value> {
    Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
  }
}

/// The storage of a view's state between drawings.
final class Cell<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

extension State: LinkedProperty {
  @MainActor func link(to canvas: Canvas, as name: String) {
    link.cell = canvas.kept(name, link.cell)
  }
}

@available(*, unavailable) extension State: Sendable {}
