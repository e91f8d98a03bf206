import Foundation

/// The state of a drawing: the position of views, their inherited values, and the elements drawn so
/// far.
@MainActor struct Canvas {
  var path: [String] = []
  var environment = EnvironmentValues()
  var navigation: Navigation?
  /// Whether the view is shown; false when it is only examined.
  var isShown = true
  /// The frame of the innermost scroll view in the window.
  var scrollFrame: CGRect?
  let scene: StubScene

  private var place: String { path.joined(separator: "/") }

  /// Draws a view: itself if it is a view of the framework, otherwise its body.
  func draw(_ view: some View) {
    if let view = view as? any Drawable {
      view.draw(on: self)
    } else {
      let inner = entering("\(type(of: view))")
      inner.link(view)
      inner.draw(view.body)
    }
  }

  func entering(_ step: String) -> Canvas {
    var inner = self
    inner.path.append(step)
    return inner
  }

  /// Connects the properties of a view with their values.
  func link(_ owner: Any, _ prefix: String = "") {
    for child in Mirror(reflecting: owner).children where child.value is any DynamicProperty {
      let name = prefix + (child.label ?? "")
      if let property = child.value as? any LinkedProperty {
        property.link(to: self, as: name)
      } else {
        link(child.value, name + ".")
      }
    }
  }

  /// Returns the state with this name from the previous drawing, or the new one.
  func kept<Value>(_ name: String, _ new: Cell<Value>) -> Cell<Value> {
    scene.kept(place + "." + name, new)
  }

  /// Adds an element below the previous one.
  func add(_ element: StubElement) {
    guard isShown else { return }
    var element = element
    element.frame.origin.y = scene.nextY
    element.scrollFrame = scrollFrame
    scene.nextY += element.frame.height
    scene.elements.append(element)
  }

  func measure(_ measurement: Measurement) { scene.measured[place] = measurement }

  func observe(appear: (() -> Void)? = nil, disappear: (() -> Void)? = nil) {
    guard isShown else { return }
    scene.appearances[place, default: Appearance()].add(appear, disappear)
  }
}

extension Canvas {
  func listen(to action: @escaping (URL) -> Void) { if isShown { scene.openers.append(action) } }
}

/// A property whose value depends on the position of its view.
@MainActor protocol LinkedProperty {
  func link(to canvas: Canvas, as name: String)
}

/// A view without a body.
@MainActor protocol Drawable {
  func draw(on canvas: Canvas)
}

/// The actions for the appearance and disappearance of a view at a position.
@MainActor struct Appearance {
  var appear: [() -> Void] = []
  var disappear: [() -> Void] = []

  mutating func add(_ appear: (() -> Void)?, _ disappear: (() -> Void)?) {
    if let appear { self.appear.append(appear) }
    if let disappear { self.disappear.append(disappear) }
  }
}

/// A stack of views while it is drawn.
@MainActor final class Navigation {
  var destinations: [ObjectIdentifier: (AnyHashable, Canvas) -> Void] = [:]
  let push: (AnyHashable) -> Void
  init(push: @escaping (AnyHashable) -> Void) { self.push = push }
}
