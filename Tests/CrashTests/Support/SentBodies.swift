import CairnContent
import Foundation

/// The bodies that a network accepted, in a file that survives the process, one per line.
struct SentBodies {
  let path: String

  /// Adds a body, with one write at the end of the file.
  func append(_ body: [UInt8]) throws {
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(body) + Data("\n".utf8))
    try file.close()
  }

  var all: [Data] {
    let data = FileManager.default.contents(atPath: path) ?? Data()
    return data.split(separator: UInt8(ascii: "\n")).map { Data($0) }
  }

  /// An event of a request to the Edge Network.
  struct Event: Equatable {
    var id: String
    /// The views of its asset.
    var views: Int
    var clicks: Int
    /// The event as text, with its members in order.
    var text: String
  }

  static func events(_ body: Data) -> [Event] {
    let json = try? JSONSerialization.jsonObject(with: body) as? [String: Any]
    return (json?["events"] as? [[String: Any]] ?? []).compactMap { event in
      guard let model = event["xdm"] as? [String: Any], let id = model["_id"] as? String,
        let text = try? JSONSerialization.data(withJSONObject: model, options: .sortedKeys)
      else { return nil }
      let content = model["experienceContent"] as? [String: Any]
      let asset = (content?["assets"] as? [[String: Any]])?.first
      let numbers = ["assetViews", "assetClicks"].map {
        (asset?[$0] as? [String: Any])?["value"] as? Double ?? 0
      }
      return Event(
        id: id, views: Int(numbers[0]), clicks: Int(numbers[1]),
        text: String(decoding: text, as: UTF8.self))
    }
  }
}
