extension Section: View, Drawable where Parent: View, Content: View, Footer: View {
  func draw(on canvas: Canvas) {
    // A section without content has no header either.
    let scene = canvas.scene
    let (first, top) = (scene.elements.count, scene.nextY)
    canvas.entering("header").draw(header)
    let afterHeader = scene.elements.count
    canvas.entering("section").draw(content)
    if scene.elements.count == afterHeader { scene.remove(from: first, top) }
  }
}

extension LabeledContent: View, Drawable where Label: View, Content: View {
  func draw(on canvas: Canvas) {
    let texts = [
      canvas.text { $0.entering("label").draw(label) },
      canvas.text { $0.entering("value").draw(content) },
    ]
    canvas.add(StubElement(text: texts.filter { !$0.isEmpty }.joined(separator: ": ")))
  }
}

extension Canvas {
  /// Returns the text that a view draws, without drawing it.
  func text(_ draw: (Canvas) -> Void) -> String {
    let (first, top) = (scene.elements.count, scene.nextY)
    draw(self)
    let text = scene.elements[first...].map(\.text).joined(separator: " ")
    scene.remove(from: first, top)
    return text
  }
}
