/// A screen's size in points, as it stands by itself, and how many pixels a point has.
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
