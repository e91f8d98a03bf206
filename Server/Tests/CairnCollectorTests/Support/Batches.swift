import Foundation

/// Bodies for `/v1/batch`.
enum Batches {
  static func track(_ id: String, more: String = "") -> String {
    #"{"type":"track","event":"Seen","userId":"u","messageId":"\#(id)"\#(more)}"#
  }

  static func body(_ events: [String], more: String = "") -> String {
    #"{"batch":[\#(events.joined(separator: ","))]\#(more)}"#
  }

  static func tracks(_ ids: [String]) -> String {
    body(ids.map { track($0) })
  }
}
