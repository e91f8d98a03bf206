import Cairn
import Foundation

/// Groups, and the bodies of the requests in which they are first sent, as another destination
/// sealed them.
///
/// After the groups, the encoded form has one line for each request: the number of groups in it,
/// and its body in Base64. Every attempt therefore sends the sealed bytes, even in a later version
/// of the app. Bodies of earlier versions lack these lines.
struct SealedRequests {
  let groups: SealedGroups
  /// The number of groups and the body of each request, in the order of the groups.
  private let bodies: [(count: Int, body: [UInt8])]

  /// Seals the groups; `seal` returns the body of a request.
  init(_ groups: SealedGroups, atMost most: Int, seal: ([SealedGroup]) -> [UInt8]) {
    self.groups = groups
    bodies = GroupDelivery.requests(groups.groups, atMost: most).map { ($0.count, seal($0)) }
  }

  private static let tab = UInt8(ascii: "\t")
  private static let end = UInt8(ascii: "\n")

  var body: [UInt8] {
    bodies.reduce(into: groups.body) { body, request in
      body.append(Self.end)
      body += "\(request.count)\t\(Data(request.body).base64EncodedString())".utf8
    }
  }

  /// Decodes a body; nil if it is not valid.
  init?(_ body: [UInt8]) {
    var lines = body.split(separator: Self.end, omittingEmptySubsequences: false)
    var bodies: [(Int, [UInt8])] = []
    while lines.count > 1, let last = lines.last, let request = Self.request(last) {
      bodies.append(request)
      lines.removeLast()
    }
    guard let groups = SealedGroups(Array(lines.joined(separator: [Self.end]))) else { return nil }
    self.groups = groups
    self.bodies = bodies.reversed()
  }

  private static func request(_ line: ArraySlice<UInt8>) -> (Int, [UInt8])? {
    let parts = line.split(separator: tab, omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Int(String(decoding: parts[0], as: UTF8.self)), count > 0,
      let body = Data(base64Encoded: String(decoding: parts[1], as: UTF8.self))
    else { return nil }
    return (count, Array(body))
  }

  /// The sealed requests with their groups; nil if there are none or if they do not match the
  /// groups.
  var requests: [(groups: [SealedGroup], body: [UInt8])]? {
    let all = groups.groups.count
    guard !bodies.isEmpty, bodies.reduce(0, { $0 + min($1.count, all) }) == all else { return nil }
    var rest = groups.groups[...]
    return bodies.map { count, body in
      defer { rest = rest.dropFirst(count) }
      return (Array(rest.prefix(count)), body)
    }
  }
}
