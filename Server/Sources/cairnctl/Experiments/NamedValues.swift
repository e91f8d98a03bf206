import ArgumentParser
import Cairn
import CairnExperiments

/// Values with names in command-line form: `plan=pro visits=12 tags='["vip"]'`.
enum NamedValues {
  /// Parses pairs.
  ///
  /// A value that is JSON is parsed, so that 12 is a number and "12", in quotation marks, is text;
  /// any other value is text.
  static func parse(_ pairs: [String]) throws -> [String: Value] {
    try texts(pairs).mapValues { text in
      (try? DocumentPart(json: text.utf8).value) ?? .string(text)
    }
  }

  static func texts(_ pairs: [String]) throws -> [String: String] {
    try pairs.reduce(into: [:]) { values, pair in
      guard let mark = pair.firstIndex(of: "="), mark > pair.startIndex else {
        throw ValidationError("\"\(pair)\" does not have the form name=value.")
      }
      values[String(pair[..<mark])] = String(pair[pair.index(after: mark)...])
    }
  }
}
