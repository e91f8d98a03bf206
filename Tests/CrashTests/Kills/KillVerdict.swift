/// The result of comparing the acknowledgements in a folder with the deliveries.
struct KillVerdict {
  var acknowledged: Int
  var lost: Int
  /// The number of repeated requests.
  var repeated: Int
  /// The problems as sentences.
  var faults: [String]

  /// Compares the acknowledgements of one run with the deliveries.
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
      // The interrupted call may have stored its event, and no other event can be unacknowledged.
      if let count = deliveries.numbers[source]?.count, count > number + 1 {
        faults.append("\(source) recorded \(number), and \(count) came")
      }
    }
  }
}
