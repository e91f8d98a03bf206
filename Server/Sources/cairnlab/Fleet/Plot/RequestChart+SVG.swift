import Foundation

extension RequestChart {
  private static let size = (width: 960.0, height: 440.0)
  private static let plot = (left: 70.0, top: 60.0, right: 930.0, bottom: 390.0)
  private static let colors = ["#1d4ed8", "#ea580c", "#15803d", "#7e22ce"]

  /// The chart as an image.
  var svg: String {
    let (width, height) = Self.size
    let body = [frame] + grid + minutes + limitLine + lines + legend
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(height))" \
      font-family="sans-serif" font-size="13">
      \(body.joined(separator: "\n"))
      </svg>

      """
  }

  private var frame: String {
    """
    <rect width="100%" height="100%" fill="white"/>
    <text x="70" y="28" font-size="16" font-weight="bold">Requests per second at the collector</text>
    """
  }

  /// The lines in reverse order, so that the first series is on top.
  private var lines: [String] {
    zip(series, Self.colors).reversed().map { series, color in
      let points = series.values.enumerated().map { second, value in
        "\(x(second)),\(y(Double(value)))"
      }
      return "<polyline fill=\"none\" stroke=\"\(color)\" stroke-width=\"1.5\" "
        + "points=\"\(points.joined(separator: " "))\"/>"
    }
  }

  private var legend: [String] {
    zip(series, Self.colors).enumerated().map { index, entry in
      let left = 420 + index * 170
      return "<rect x=\"\(left)\" y=\"17\" width=\"14\" height=\"14\" fill=\"\(entry.1)\"/>"
        + "<text x=\"\(left + 20)\" y=\"29\">\(entry.0.title)</text>"
    }
  }

  private var grid: [String] {
    (0...4).map { quarter in
      let value = Double(top) * Double(quarter) / 4
      return "<line x1=\"70\" x2=\"930\" y1=\"\(y(value))\" y2=\"\(y(value))\" stroke=\"#ddd\"/>"
        + "<text x=\"62\" y=\"\(y(value))\" dy=\"4\" text-anchor=\"end\">\(value.short)</text>"
    }
  }

  private var minutes: [String] {
    stride(from: 0, to: start + length, by: step(marks: 12)).map { second in
      let text = second == 0 ? "back" : "+\(second / 60) min"
      let place = x(second - start)
      return "<line x1=\"\(place)\" x2=\"\(place)\" y1=\"390\" y2=\"396\" stroke=\"#555\"/>"
        + "<text x=\"\(place)\" y=\"414\" text-anchor=\"middle\">\(text)</text>"
    }
  }

  private var limitLine: [String] {
    guard let limit, limit <= Double(top) else { return [] }
    let place = y(limit)
    return [
      "<line x1=\"70\" x2=\"930\" y1=\"\(place)\" y2=\"\(place)\" stroke=\"#555\" "
        + "stroke-dasharray=\"4 4\"/>"
        + "<text x=\"74\" y=\"\(place)\" dy=\"-5\" fill=\"#555\">"
        + "3 × the steady rate as shipped</text>"
    ]
  }

  private func x(_ second: Int) -> String {
    let share = Double(second) / Double(max(1, length - 1))
    return String(format: "%.1f", Self.plot.left + share * (Self.plot.right - Self.plot.left))
  }

  private func y(_ value: Double) -> String {
    let share = value / Double(max(1, top))
    return String(format: "%.1f", Self.plot.bottom - share * (Self.plot.bottom - Self.plot.top))
  }
}
