extension Text: View, Drawable {
  func draw(on canvas: Canvas) { canvas.add(StubElement(text: string)) }
}

extension Button: View, Drawable where Label: View {
  func draw(on canvas: Canvas) { canvas.addControl(label, action: action) }
}

extension NavigationLink: View, Drawable where Label: View {
  func draw(on canvas: Canvas) {
    let (navigation, value) = (canvas.navigation, value)
    canvas.addControl(label) { if let value { navigation?.push(value) } }
  }
}

extension NavigationStack: View, Drawable where Root: View {
  func draw(on canvas: Canvas) {
    var inner = canvas.entering("navigation")
    inner.link(self)
    let navigation = Navigation { pushed.append($0) }
    inner.navigation = navigation
    canvas.scene.stacks.append { if !pushed.isEmpty { pushed.removeLast() } }
    // The view below keeps its state, and determines the destinations of its links.
    var below = inner
    below.isShown = canvas.isShown && pushed.isEmpty
    below.draw(root)
    for (number, value) in pushed.enumerated() {
      var top = inner.entering("pushed \(number)")
      top.isShown = canvas.isShown && number == pushed.count - 1
      navigation.destinations[ObjectIdentifier(type(of: value.base))]?(value, top)
    }
  }
}

extension Canvas {
  /// Adds one element with the text of its label, with an action unless it is disabled.
  func addControl(_ label: some View, action: @escaping @MainActor () -> Void) {
    guard isShown else { return }
    let text = text { $0.entering("label").draw(label) }
    add(StubElement(text: text, action: environment.isEnabled ? { action() } : nil))
  }
}
