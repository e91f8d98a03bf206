public import Foundation

/// A window that shows a view, with somebody in front of it: real enough to see what appears, and to tap on it.
///
/// Everything stands below what was drawn before it, 44 points high unless it says otherwise, as wide as the window.
/// It is drawn as a whole whenever something was done. A view's state lives as long as the view is drawn at its place.
@MainActor public final class StubScene {
  /// How large it is.
  public nonisolated static let window = CGSize(width: 400, height: 800)

  private let show: (Canvas) -> Void
  private var cells: [String: AnyObject] = [:]
  private var keptCells: [String: AnyObject] = [:]
  private var onScreen: [String: Appearance] = [:]
  var elements: [StubElement] = []
  var appearances: [String: Appearance] = [:]
  var stacks: [() -> Void] = []
  var openers: [(URL) -> Void] = []
  var measured: [String: Measurement] = [:]
  private var known: [String: Measurement] = [:]
  var nextY: CGFloat = 0
  /// How far the content of scroll views is moved up.
  private(set) var scrolled: CGFloat = 0

  /// Shows a view.
  public init(_ root: @escaping @autoclosure @MainActor () -> some View) {
    show = { $0.draw(root()) }
    update()
  }

  /// What can be read, from top to bottom.
  public var texts: [String] { elements.map(\.text) }

  /// Taps with a finger on what reads so: false when there is no such thing.
  @discardableResult
  public func tap(_ text: String) -> Bool {
    act(on: text) { $0.simultaneous.forEach { $0() } }
  }

  /// Activates what reads so as VoiceOver or a keyboard does, without a touch: false when there is no such thing.
  @discardableResult
  public func activate(_ text: String) -> Bool { act(on: text) { _ in } }

  /// Scrolls until so much of the content is above the upper edge.
  public func scroll(to offset: CGFloat) {
    scrolled = offset
    update()
  }

  /// Goes back in the innermost stack.
  public func goBack() {
    stacks.last?()
    update()
  }

  /// Opens the app with a link.
  public func open(_ url: URL) {
    openers.forEach { $0(url) }
    update()
  }

  /// Draws everything anew, as when a value that views depend on has changed.
  public func update() {
    draw()
    let (before, after) = (onScreen, appearances)
    onScreen = after
    for (place, view) in after.sorted(by: { $0.key < $1.key }) where before[place] == nil {
      view.appear.forEach { $0() }
    }
    for (place, view) in before.sorted(by: { $0.key < $1.key }) where after[place] == nil {
      view.disappear.forEach { $0() }
    }
    // They may have changed what is to be seen, and where it stands.
    repeat { draw() } while tellGeometry()
  }

  /// Whether anybody had to be told.
  private func tellGeometry() -> Bool {
    let changed = measured.filter { place, new in
      known[place].map { !new.isSame($0.value) } ?? true
    }
    known = measured
    for (_, new) in changed.sorted(by: { $0.key < $1.key }) { new.act() }
    return !changed.isEmpty
  }

  /// Says again that everything on the screen appears, as containers do when a swipe back is given up.
  public func appearAgain() {
    for view in onScreen.values { view.appear.forEach { $0() } }
    update()
  }

  func kept<Value>(_ place: String, _ new: Cell<Value>) -> Cell<Value> {
    let cell = cells[place] as? Cell<Value> ?? new
    keptCells[place] = cell
    return cell
  }

  private func draw() {
    elements = []
    appearances = [:]
    stacks = []
    openers = []
    measured = [:]
    nextY = 0
    keptCells = [:]
    show(Canvas(scene: self))
    cells = keptCells
  }

  private func act(on text: String, first: (StubElement) -> Void) -> Bool {
    guard let element = elements.first(where: { $0.text == text }) else { return false }
    first(element)
    element.action?()
    update()
    return true
  }
}

/// Something on the screen.
struct StubElement {
  var text: String
  var frame = CGRect(x: 0, y: 0, width: StubScene.window.width, height: 44)
  /// That of the scroll view that it is in.
  var scrollFrame: CGRect?
  /// What the innermost control or gesture does.
  var action: (() -> Void)?
  /// What all gestures beside it do, from the inside out.
  var simultaneous: [() -> Void] = []
}
