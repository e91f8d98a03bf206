/// What was promised in a folder, and whether it was kept.
struct KillVerdict {
  var acknowledged: Int
  var lost: Int
  /// Requests that came once more.
  var repeated: Int
  /// In sentences.
  var faults: [String]

  /// Compares what one run said with what came.
  mutating func add(_ lines: [Acknowledgements.Line], _ deliveries: Deliveries) {
    var last: [Deliveries.Source: Int] = [:]
    for line in lines {
      guard line.promise == "stored" || line.promise == "durable" else {
        faults.append("the disk is well, and \(line.event) was \(line.promise)")
        continue
      }
      acknowledged += 1
      last[Deliveries.Source(run: line.event.run, thread: line.event.thread)] = line.event.number
      if !deliveries.contains(line.event) {
        lost += 1
        faults.append("\(line.event) is lost")
      }
    }
    for (source, number) in last {
      // The call that the kill interrupted may have stored its event, and no other can have.
      if let count = deliveries.numbers[source]?.count, count > number + 1 {
        faults.append("\(source) recorded \(number), and \(count) came")
      }
    }
  }
}
