import Foundation

extension RemoteSettingsValues {
  /// The maximum length of a response, in bytes.
  package static let maximumBytes = 32_768

  /// The error for a response without settings; the last valid settings stay in force.
  package struct InvalidRules: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// Reads the settings from the JSON object of a server or a file.
  ///
  /// Unknown members are ignored, so that a newer file works with an older app. A known member with
  /// an invalid value is ignored, and a number out of range is limited to it. `issues`
  /// describes both.
  package static func read(
    _ json: [UInt8]
  ) throws(InvalidRules) -> (rules: RemoteSettingsValues, issues: [String]) {
    guard json.count <= maximumBytes else {
      throw InvalidRules(description: "\(json.count) bytes; at most \(maximumBytes) are accepted")
    }
    guard let members = try? JSONDecoder().decode([String: Member].self, from: Data(json)) else {
      throw InvalidRules(description: "it is not a JSON object")
    }
    var reader = RemoteSettingsReader(members)
    let rules = reader.rules()
    // For example, a proxy that reports its errors as JSON with status 200.
    guard members.isEmpty || reader.hasKnownMember else {
      throw InvalidRules(description: "it has no known member")
    }
    return (rules, reader.issues)
  }

  /// A value of the object.
  enum Member: Decodable, Sendable {
    case flag(Bool)
    case number(Double)
    case object([String: Member])
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let members = try? container.decode([String: Member].self) {
        self = .object(members)
      } else {
        self = .other
      }
    }
  }
}
