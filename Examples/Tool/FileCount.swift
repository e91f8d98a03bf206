import Foundation

/// The counts of a file.
struct FileCount: Encodable {
  var lines: Int
  var words: Int
  var bytes: Int

  init(_ path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let text = String(decoding: data, as: UTF8.self)
    lines = data.count { $0 == UInt8(ascii: "\n") }
    words = text.split(whereSeparator: \.isWhitespace).count
    bytes = data.count
  }
}
