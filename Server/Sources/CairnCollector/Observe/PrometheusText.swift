/// Prometheus' text format, version 0.0.4.
///
/// Source: https://prometheus.io/docs/instrumenting/exposition_formats/
enum PrometheusText {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// Returns the labels without braces, such as `route="/health",status="2xx"`.
  static func labels(_ labels: [(String, String)]) -> String {
    labels.map { name, value in "\(name)=\"\(escaped(value))\"" }.joined(separator: ",")
  }

  static func line(_ name: String, _ labels: String, _ value: String) -> String {
    labels.isEmpty ? "\(name) \(value)" : "\(name){\(labels)} \(value)"
  }

  static func number(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "-Inf" : "+Inf" }
    if let whole = Int64(exactly: value) { return "\(whole)" }
    return "\(value)"
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\"", with: "\\\"")
  }
}
