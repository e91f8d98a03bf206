import Foundation

extension RemoteRules {
  /// The longest answer that is looked at, in bytes.
  package static let mostBytes = 32_768

  /// An answer that holds no settings: the last good ones stay.
  package struct Unusable: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// Reads the JSON object that a server or a file has.
  ///
  /// Members that are not known are left alone, so that a newer file serves an older app. A known one with a value that
  /// cannot be meant is left out, and a number out of range brought into it; `complaints` says so.
  package static func read(
    _ json: [UInt8]
  ) throws(Unusable) -> (rules: RemoteRules, complaints: [String]) {
    guard json.count <= mostBytes else {
      throw Unusable(description: "\(json.count) bytes, at most \(mostBytes) are taken")
    }
    guard let members = try? JSONDecoder().decode([String: Member].self, from: Data(json)) else {
      throw Unusable(description: "it is not a JSON object")
    }
    var reader = RemoteRulesReader(members)
    let rules = reader.rules()
    // Such as the page of a proxy that reports its errors as JSON with status 200.
    guard members.isEmpty || reader.hasKnownMember else {
      throw Unusable(description: "it has no member that is known")
    }
    return (rules, reader.complaints)
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
