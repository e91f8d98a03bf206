/// A view with a task that runs while it is on the screen.
struct Accompanied<Content: View> {
  let content: Content
  let priority: TaskPriority
  let action: @Sendable () async -> Void
}

extension Accompanied: View, Drawable {
  func draw(on canvas: Canvas) {
    let inner = canvas.entering("accompanied")
    inner.draw(content)
    guard canvas.isShown else { return }
    let running = inner.kept("task", Cell<Task<Void, Never>?>(nil))
    inner.observe(
      appear: { [priority, action] in
        running.value = Task(priority: priority) { await action() }
      },
      disappear: { running.value?.cancel() })
  }
}

/// A view with an action for its appearance and for each change of a value.
struct Tasked<Content: View, ID: Equatable> {
  let content: Content
  let id: ID
  let priority: TaskPriority
  let action: @Sendable () async -> Void
}

extension Tasked: View, Drawable {
  func draw(on canvas: Canvas) {
    let inner = canvas.entering("task")
    inner.draw(content)
    guard canvas.isShown else { return }
    let begin = { [priority, action] in
      _ = Task(priority: priority) { await action() }
    }
    inner.measure(Measurement(value: id, isSame: { $0 as? ID == id }, act: begin))
  }
}
