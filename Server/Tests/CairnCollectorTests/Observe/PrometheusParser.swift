import Foundation

/// A strict parser of Prometheus' text format, version 0.0.4.
struct PrometheusParser {
  struct Sample: Equatable {
    var name: String
    var labels: [String: String]
    var value: Double
  }

  struct Problem: Error {
    var line: Int
    var text: String
  }

  private(set) var samples: [Sample] = []
  private(set) var types: [String: String] = [:]
  private var helps: Set<String> = []
  private var family: String?
  private var line = 0

  init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Problem(line: 0, text: "no line break at the end") }
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      self.line += 1
      if line.hasPrefix("#") { try comment(String(line)) } else { try sample(String(line)) }
    }
    try checkUnique()
    try checkHistograms()
  }

  /// Returns the value of a sample; nil when there is none.
  subscript(_ name: String, _ labels: [String: String] = [:]) -> Double? {
    samples.first { $0.name == name && $0.labels == labels }?.value
  }

  private mutating func comment(_ text: String) throws {
    guard let match = text.wholeMatch(of: /# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)/) else {
      throw problem(text)
    }
    let (kind, name, rest) = (match.1, String(match.2), String(match.3))
    if kind == "HELP" {
      guard helps.insert(name).inserted, types[name] == nil else { throw problem(text) }
    } else {
      let kinds = ["counter", "gauge", "histogram", "summary", "untyped"]
      guard types[name] == nil, helps.contains(name), kinds.contains(rest) else {
        throw problem(text)
      }
      types[name] = rest
    }
    family = name
  }

  private mutating func sample(_ text: String) throws {
    let pattern = /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)/
    guard let match = text.wholeMatch(of: pattern), let family, let type = types[family] else {
      throw problem(text)
    }
    let name = String(match.1)
    let suffixes = type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
    guard suffixes.contains(where: { family + $0 == name }), let value = number(match.3) else {
      throw problem(text)
    }
    if type != "gauge", value < 0 { throw problem(text) }
    samples.append(Sample(name: name, labels: try labels(match.2 ?? ""), value: value))
  }

  private func labels(_ text: Substring) throws -> [String: String] {
    var labels: [String: String] = [:]
    var rest = text
    while !rest.isEmpty {
      let pattern = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"/
      guard let match = rest.prefixMatch(of: pattern), labels[String(match.1)] == nil else {
        throw problem(String(text))
      }
      labels[String(match.1)] = String(match.2)
      rest = rest[match.range.upperBound...]
      guard rest.isEmpty || rest.hasPrefix(",") else { throw problem(String(text)) }
      rest = rest.dropFirst()
    }
    return labels
  }

  private func number(_ text: Substring) -> Double? {
    switch text {
    case "+Inf": .infinity
    case "-Inf": -.infinity
    case "NaN": .nan
    default: Double(text)
    }
  }

  private func checkUnique() throws {
    var known: Set<String> = []
    for sample in samples {
      let labels = sample.labels.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
      guard known.insert(sample.name + "{" + labels.joined(separator: ",")).inserted else {
        throw Problem(line: 0, text: "two samples of \(sample.name) \(labels)")
      }
    }
  }

  private func checkHistograms() throws {
    for (name, type) in types where type == "histogram" {
      let buckets = samples.filter { $0.name == name + "_bucket" }
      let groups = Dictionary(grouping: buckets) { $0.labels.filter { $0.key != "le" } }
      guard !groups.isEmpty else { throw Problem(line: 0, text: "\(name) has no buckets") }
      for (labels, group) in groups {
        let bounds = group.compactMap { $0.labels["le"].flatMap { number($0[...]) } }
        let counts = group.map(\.value)
        guard bounds == bounds.sorted(), counts == counts.sorted(), bounds.last == .infinity,
          bounds.count == group.count, self[name + "_count", labels] == counts.last,
          self[name + "_sum", labels] != nil
        else { throw Problem(line: 0, text: "the histogram \(name) \(labels)") }
      }
    }
  }

  private func problem(_ text: String) -> Problem { Problem(line: line, text: text) }
}
