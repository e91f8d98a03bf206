/// The address of a page with its parameters, which are percent-encoded.
struct PageLink: Sendable, Equatable {
  var path: String
  private(set) var parameters: [Parameter] = []

  /// One `name=value` of an address.
  struct Parameter: Sendable, Equatable {
    var name: String
    var value: String
  }

  init(_ path: String, _ parameters: KeyValuePairs<String, String?> = [:]) {
    self.path = path
    for (name, value) in parameters { self[name] = value }
  }

  init(_ path: String, parameters: [Parameter]) {
    self.path = path
    self.parameters = parameters
  }

  /// The value of a parameter; nil and empty values are left out.
  subscript(_ name: String) -> String? {
    get { parameters.first { $0.name == name }?.value }
    set {
      parameters.removeAll { $0.name == name }
      guard let newValue, !newValue.isEmpty else { return }
      parameters.append(Parameter(name: name, value: newValue))
    }
  }

  var text: String {
    guard !parameters.isEmpty else { return path }
    let pairs = parameters.map { "\($0.name)=\(Self.encoded($0.value))" }
    return path + "?" + pairs.joined(separator: "&")
  }

  /// Returns the text with everything encoded that is not unreserved (RFC 3986, 2.3).
  static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return result
  }
}
