/// A view that presents a sheet, which covers it.
struct Presenting<Presenter: View, Content: View> {
  let presenter: Presenter
  let isPresented: Binding<Bool>
  let onDismiss: (() -> Void)?
  let content: () -> Content
}

extension Presenting: View, Drawable {
  func draw(on canvas: Canvas) {
    let scene = canvas.scene
    let (first, top) = (scene.elements.count, scene.nextY)
    // What is covered stays on the screen: it does not disappear.
    canvas.entering("presenter").draw(presenter)
    guard canvas.isShown, isPresented.wrappedValue else { return }
    scene.remove(from: first, top)
    scene.sheets.append {
      isPresented.wrappedValue = false
      onDismiss?()
    }
    var sheet = canvas.entering("sheet")
    sheet.navigation = nil
    sheet.draw(content())
  }
}

/// A view with a dialog, whose buttons are shown below it.
struct Asking<Presenter: View, Actions: View> {
  let presenter: Presenter
  let title: Text
  let isPresented: Binding<Bool>
  let actions: Actions
}

extension Asking: View, Drawable {
  func draw(on canvas: Canvas) {
    canvas.entering("presenter").draw(presenter)
    guard canvas.isShown, isPresented.wrappedValue else { return }
    canvas.entering("title").draw(title)
    let first = canvas.scene.elements.count
    canvas.entering("actions").draw(actions)
    // Each button closes the dialog.
    for place in canvas.scene.elements[first...].indices {
      let action = canvas.scene.elements[place].action
      canvas.scene.elements[place].action = {
        isPresented.wrappedValue = false
        action?()
      }
    }
  }
}

/// A view with a search field.
struct Searched<Content: View> {
  let content: Content
  let text: Binding<String>
}

extension Searched: View, Drawable {
  func draw(on canvas: Canvas) {
    if canvas.isShown { canvas.scene.searchField = text }
    canvas.entering("searched").draw(content)
  }
}

/// A view with a toolbar above it.
struct Tooled<Content: View, Toolbar> {
  let content: Content
  let toolbar: Toolbar
}

extension Tooled: View, Drawable {
  func draw(on canvas: Canvas) {
    if let item = toolbar as? any Drawable { item.draw(on: canvas.entering("toolbar")) }
    canvas.entering("content").draw(content)
  }
}

extension ToolbarItem: Drawable {
  func draw(on canvas: Canvas) { canvas.draw(content) }
}
