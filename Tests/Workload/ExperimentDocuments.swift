/// Ten experiences and ten goals.
enum ExperimentDocuments {
  static let each = 10

  static var json: String {
    let experiences = (0..<each).map { number in
      #"{"id":"e\#(number)","key":"e\#(number)","version":11,"variations":["#
        + #"{"id":"a","key":"a","traffic_allocation":50},{"id":"b","key":"b","traffic_allocation":50}]}"#
    }
    let goals = (0..<each).map { #"{"id":"g\#($0)","key":"g\#($0)"}"# }
    return
      #"{"account_id":"1","project":{"id":"2"},"experiences":[\#(experiences.joined(separator: ","))],"#
      + #""goals":[\#(goals.joined(separator: ","))]}"#
  }
}
