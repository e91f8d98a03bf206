import Foundation

@testable import Cairn
@testable import CairnCollector

/// The header `Authorization`, and the key in a body.
enum CredentialsTarget: TextTarget {
  static let words = [
    "Basic ", "Bearer ", "basic", "Og==", "S0VZOg==", "\u{0}", "é", #"{"writeKey":"K"}"#,
  ]

  static func run(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    let scheme = text.drop { $0 == " " }.lowercased()
    switch Credentials(text) {
    case .basic(let user):
      precondition(!user.contains(":"), "a user name ends at the colon")
      precondition(scheme.hasPrefix("basic"), "Basic is the scheme")
    case .bearer(let token):
      precondition(scheme.hasPrefix("bearer"), "Bearer is the scheme")
      precondition(!token.hasPrefix(" ") && !token.hasSuffix(" "), "without spaces around it")
    case .other: break
    }
    checkKey(text)
    checkBody(input)
  }

  /// A well-formed key is returned unchanged; any other one results in nil.
  private static func checkKey(_ key: String) {
    let header = "Basic " + Data((key + ":password").utf8).base64EncodedString()
    guard WriteKey.isWellFormed(key) else { return }
    precondition(Credentials(header) == .basic(user: key), "the key arrives")
    precondition(!key.utf8.contains(0) && key.utf8.count <= 200, "and has no NUL")
  }

  private static func checkBody(_ body: [UInt8]) {
    let key = BodyKey.find(in: body)
    guard let members = Value(json: body)?.objectValue else { return }
    // Of two members with one name a reader uses the last, and this search the first.
    var scanner = JSONScanner(body)
    guard let all = try? scanner.members(), all.count == members.count else { return }
    precondition(key == members["writeKey"]?.stringValue, "the body's key")
  }
}
