extension EmptyView: View, Drawable {
  func draw(on canvas: Canvas) {}
}

extension TupleView: View, Drawable {
  func draw(on canvas: Canvas) {
    for (number, child) in Mirror(reflecting: value).children.enumerated() {
      if let view = child.value as? any View { canvas.entering("\(number)").draw(view) }
    }
  }
}

extension _ConditionalContent: View, Drawable where First: View, Second: View {
  func draw(on canvas: Canvas) {
    switch self {
    case .first(let view): canvas.entering("first").draw(view)
    case .second(let view): canvas.entering("second").draw(view)
    }
  }
}

extension Optional: View where Wrapped: View {}

extension Optional: Drawable where Wrapped: View {
  func draw(on canvas: Canvas) { if let self { canvas.entering("some").draw(self) } }
}

extension ModifiedContent: View, Drawable where Content: View, Modifier: ViewModifier {
  func draw(on canvas: Canvas) {
    let inner = canvas.entering("\(Modifier.self)")
    inner.link(modifier)
    inner.draw(modifier.body(content: _ViewModifier_Content { $0.draw(content) }))
  }
}

extension _ViewModifier_Content: View, Drawable {
  func draw(on canvas: Canvas) { make(canvas.entering("content")) }
}

extension VStack: View, Drawable where Content: View {
  func draw(on canvas: Canvas) { canvas.entering("stack").draw(content) }
}

extension List: View, Drawable where Content: View {
  func draw(on canvas: Canvas) { canvas.entering("list").draw(content) }
}

extension ForEach: View, Drawable where Content: View {
  func draw(on canvas: Canvas) {
    for element in data { canvas.entering("\(id(element))").draw(content(element)) }
  }
}
