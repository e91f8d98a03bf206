/// A view that changes the state of its canvas.
struct Adapted<Content: View> {
  let content: Content
  let change: @MainActor (inout Canvas) -> Void

  init(content: Content, change: @escaping @MainActor (inout Canvas) -> Void) {
    self.content = content
    self.change = change
  }
}

extension Adapted: View, Drawable {
  func draw(on canvas: Canvas) {
    var inner = canvas.entering("adapted")
    change(&inner)
    inner.draw(content)
  }
}

/// A view with an action for touches.
struct Touched<Content: View> {
  let content: Content
  let isSimultaneous: Bool
  var taps = 1
  let action: () -> Void
}

extension Touched: View, Drawable {
  func draw(on canvas: Canvas) {
    let scene = canvas.scene
    let first = scene.elements.count
    canvas.entering("touched").draw(content)
    guard canvas.environment.isEnabled else { return }
    for place in first..<scene.elements.count {
      if isSimultaneous {
        scene.elements[place].simultaneous.append((taps, action))
      } else if scene.elements[place].action == nil {
        scene.elements[place].action = action
      }
    }
  }
}
