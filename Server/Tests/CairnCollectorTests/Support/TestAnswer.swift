import Foundation

struct TestAnswer: Sendable {
  var status: Int
  var body: Data
  var header: @Sendable (String) -> String?

  var text: String { String(decoding: body, as: UTF8.self) }

  func batch() throws -> BatchReply { try JSONDecoder().decode(BatchReply.self, from: body) }
  func page() throws -> PageReply { try JSONDecoder().decode(PageReply.self, from: body) }
  func error() throws -> ErrorReply.Details {
    try JSONDecoder().decode(ErrorReply.self, from: body).error
  }
}

struct BatchReply: Decodable, Equatable {
  struct Result: Decodable, Equatable {
    var messageId: String?
    var result: String
    var reason: String?
  }

  var results: [Result]
  var accepted: Int
  var duplicates: Int
  var conflicts: Int
  var refused: Int
}

struct PageReply: Decodable {
  struct Row: Decodable {
    var sequence: Int64
    var project: String
    var messageId: String
    var type: String
    var name: String?
    var userId: String?
    var anonymousId: String?
    var timestamp: String
    var originalTimestamp: String?
    var sentAt: String?
    var receivedAt: String
    var event: JSONValue
  }

  var events: [Row]
  var next: Int64?
}

struct ErrorReply: Decodable {
  struct Details: Decodable {
    var code: String
    var message: String
    var offset: Int?
    var line: Int?
    var column: Int?
    var expected: String?
    var maxBodyBytes: Int?
    var maxDecompressedBytes: Int?
    var maxBatchEvents: Int?
  }

  var error: Details
}
