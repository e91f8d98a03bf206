import Foundation

/// A view whose geometry is observed.
struct Measured<Content: View, Value: Equatable> {
  let content: Content
  let transform: @Sendable (GeometryProxy) -> Value
  let action: (Value) -> Void
}

extension Measured: View, Drawable {
  func draw(on canvas: Canvas) {
    let (first, top) = (canvas.scene.elements.count, canvas.scene.nextY)
    let inner = canvas.entering("measured")
    inner.draw(content)
    guard canvas.isShown else { return }
    let boxes = canvas.scene.elements[first...].map { $0.box(seenFrom: canvas.scrollFrame) }
    // A view that draws nothing has a position too.
    let place = boxes.isEmpty ? CGRect(x: 0, y: top, width: 0, height: 0) : .null
    let frame = boxes.reduce(place) { $0.union($1) }
    let value = transform(GeometryProxy(frame: frame, scrollFrame: canvas.scrollFrame))
    inner.measure(
      Measurement(value: value, isSame: { $0 as? Value == value }, act: { action(value) }))
  }
}

/// A view of a given height.
struct Sized<Content: View> {
  let content: Content
  let height: CGFloat?
}

extension Sized: View, Drawable {
  func draw(on canvas: Canvas) {
    let scene = canvas.scene
    let (first, top) = (scene.elements.count, scene.nextY)
    canvas.entering("sized").draw(content)
    guard let height, scene.elements.count == first + 1 else { return }
    scene.elements[first].frame.size.height = height
    scene.nextY = top + height
  }
}

extension ScrollView: View, Drawable where Content: View {
  /// Takes the remaining height of the window.
  func draw(on canvas: Canvas) {
    let scene = canvas.scene
    let top = scene.nextY
    var inner = canvas.entering("scroll")
    inner.scrollFrame = CGRect(
      x: 0, y: top, width: StubScene.window.width, height: StubScene.window.height - top)
    scene.nextY = top - scene.scrolled
    inner.draw(content)
    scene.nextY = StubScene.window.height
  }
}

extension StubElement {
  /// Returns the box as seen from another level of scrolling, clipped by its scroll view.
  fileprivate func box(seenFrom level: CGRect?) -> CGRect {
    scrollFrame == level ? frame : scrollFrame ?? frame
  }
}

/// The measurement of an observed view.
@MainActor struct Measurement {
  let value: Any
  let isSame: (Any) -> Bool
  let act: () -> Void
}
