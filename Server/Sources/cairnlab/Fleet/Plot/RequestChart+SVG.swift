import Foundation

extension RequestChart {
  private static let size = (width: 960.0, height: 440.0)
  private static let plot = (left: 70.0, top: 60.0, right: 930.0, bottom: 390.0)
  // Each has a contrast of at least 3 : 1 with a white ground and with a dark one.
  private static let colors = ["#3b82f6", "#ea580c", "#16a34a", "#a855f7"]
  private static let style = """
    <style>
    .page { fill: #ffffff } text { fill: #1f2937 } .note { fill: #4b5563 }
    .grid { stroke: #d1d5db } .mark { stroke: #4b5563 }
    @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117 } text { fill: #e5e7eb } .note { fill: #9ca3af }
    .grid { stroke: #374151 } .mark { stroke: #9ca3af } }
    </style>
    """

  /// The chart as an image, which follows the reader's choice of light or dark.
  var svg: String {
    let (width, height) = Self.size
    let body = [Self.style, frame] + grid + minutes + limitLine + lines + legend
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(height))" \
      font-family="sans-serif" font-size="13">
      \(body.joined(separator: "\n"))
      </svg>

      """
  }

  private var frame: String {
    """
    <rect class="page" width="100%" height="100%"/>
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
      return "<line x1=\"70\" x2=\"930\" y1=\"\(y(value))\" y2=\"\(y(value))\" class=\"grid\"/>"
        + "<text x=\"62\" y=\"\(y(value))\" dy=\"4\" text-anchor=\"end\">\(value.short)</text>"
    }
  }

  private var minutes: [String] {
    stride(from: 0, to: start + length, by: step(marks: 12)).map { second in
      let text = second == 0 ? "back" : "+\(second / 60) min"
      let place = x(second - start)
      return "<line x1=\"\(place)\" x2=\"\(place)\" y1=\"390\" y2=\"396\" class=\"mark\"/>"
        + "<text x=\"\(place)\" y=\"414\" text-anchor=\"middle\">\(text)</text>"
    }
  }

  private var limitLine: [String] {
    guard let limit, limit <= Double(top) else { return [] }
    let place = y(limit)
    return [
      "<line x1=\"70\" x2=\"930\" y1=\"\(place)\" y2=\"\(place)\" class=\"mark\" "
        + "stroke-dasharray=\"4 4\"/>"
        + "<text x=\"74\" y=\"\(place)\" dy=\"-5\" class=\"note\">"
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
