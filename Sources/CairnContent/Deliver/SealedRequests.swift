import Cairn
import Foundation

/// Groups, and the bodies of the requests that they are first sent in, as another destination has sealed them.
///
/// Behind the groups comes a line a request: how many of the groups are in it, and its body in Base64. So every attempt
/// sends the bytes that were sealed, also in a later version of the app. Bodies of earlier versions have no such lines.
struct SealedRequests {
  let groups: SealedGroups
  /// What each request has, in the order of the groups.
  private let bodies: [(count: Int, body: [UInt8])]

  /// `seal` makes the body of a request.
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

  /// Nil when it is no such body.
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

  /// The requests that were sealed, with their groups; nil when there are none, or others than these groups.
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
