/// A screen's size in points in its natural orientation, and its pixels per point.
package struct Screen: Equatable, Sendable {
  package var width: Int
  package var height: Int
  package var scale: Double

  package init(width: Int, height: Int, scale: Double) {
    self.width = width
    self.height = height
    self.scale = scale
  }
}
