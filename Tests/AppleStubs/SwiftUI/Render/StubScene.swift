public import Foundation

/// A window that shows a view to a simulated user, who can see what appears and tap on it.
///
/// Elements are stacked vertically, 44 points high by default, as wide as the window. Everything is
/// drawn again after each action. A view's state exists as long as the view is drawn at its
/// position.
@MainActor public final class StubScene {
  /// The size of the window.
  public nonisolated static let window = CGSize(width: 400, height: 800)

  private let show: (Canvas) -> Void
  private var cells: [String: AnyObject] = [:]
  private var keptCells: [String: AnyObject] = [:]
  private var onScreen: [String: Appearance] = [:]
  var elements: [StubElement] = []
  var appearances: [String: Appearance] = [:]
  var stacks: [() -> Void] = []
  var openers: [(URL) -> Void] = []
  /// The actions that close the sheets, the innermost last.
  var sheets: [() -> Void] = []
  /// The text of the search field on the screen.
  var searchField: Binding<String>?
  var measured: [String: Measurement] = [:]
  private var known: [String: Measurement] = [:]
  var nextY: CGFloat = 0
  /// The offset of the content of scroll views.
  private(set) var scrolled: CGFloat = 0

  /// Shows a view.
  public init(_ root: @escaping @autoclosure @MainActor () -> some View) {
    show = { $0.draw(root()) }
    update()
  }

  /// The visible texts, from top to bottom.
  public var texts: [String] { elements.map(\.text) }

  /// Taps on the element with this text, a number of times in a row; returns false when there is
  /// none.
  @discardableResult
  public func tap(_ text: String, times: Int = 1) -> Bool {
    (1...times).allSatisfy { number in
      act(on: text) { element in
        for gesture in element.simultaneous where number.isMultiple(of: gesture.taps) {
          gesture.action()
        }
      }
    }
  }

  /// Activates the element with this text as VoiceOver or a keyboard does, without a touch; returns
  /// false when there is none.
  @discardableResult
  public func activate(_ text: String) -> Bool { act(on: text) { _ in } }

  /// Scrolls until this much of the content is above the upper edge.
  public func scroll(to offset: CGFloat) {
    scrolled = offset
    update()
  }

  /// Goes back in the innermost stack.
  public func goBack() {
    stacks.last?()
    update()
  }

  /// Closes the innermost sheet, as a swipe does; returns false when there is none.
  @discardableResult
  public func closeSheet() -> Bool {
    guard let close = sheets.last else { return false }
    close()
    update()
    return true
  }

  /// Enters a text into the search field; returns false when there is none.
  @discardableResult
  public func search(_ text: String) -> Bool {
    guard let searchField else { return false }
    searchField.wrappedValue = text
    update()
    return true
  }

  /// Opens the app with a link.
  public func open(_ url: URL) {
    openers.forEach { $0(url) }
    update()
  }

  /// Draws everything again, as after a change of a value that views depend on.
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
    // The actions may have changed the elements and their positions.
    repeat { draw() } while tellGeometry()
  }

  /// Calls the geometry actions; returns whether there was a change.
  private func tellGeometry() -> Bool {
    let changed = measured.filter { place, new in
      known[place].map { !new.isSame($0.value) } ?? true
    }
    known = measured
    for (_, new) in changed.sorted(by: { $0.key < $1.key }) { new.act() }
    return !changed.isEmpty
  }

  /// Repeats the appearance of everything on the screen, as containers do after a cancelled swipe.
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
    sheets = []
    searchField = nil
    measured = [:]
    nextY = 0
    keptCells = [:]
    show(Canvas(scene: self))
    cells = keptCells
  }

  /// Removes the elements from a place on; the next one is drawn at a height.
  func remove(from place: Int, _ top: CGFloat) {
    elements.removeLast(elements.count - place)
    nextY = top
  }

  private func act(on text: String, first: (StubElement) -> Void) -> Bool {
    guard let element = elements.first(where: { $0.text == text }) else { return false }
    first(element)
    element.action?()
    update()
    return true
  }
}

/// An element on the screen.
struct StubElement {
  var text: String
  var frame = CGRect(x: 0, y: 0, width: StubScene.window.width, height: 44)
  /// The frame of the enclosing scroll view.
  var scrollFrame: CGRect?
  /// The action of the innermost control or gesture.
  var action: (() -> Void)?
  /// The actions of the simultaneous gestures, from the inside out.
  var simultaneous: [(taps: Int, action: () -> Void)] = []
}
