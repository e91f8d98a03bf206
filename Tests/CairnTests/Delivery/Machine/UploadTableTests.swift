import Cairn
import Testing

/// The machine with a system that uploads while the process is suspended.
@Suite struct UploadTableTests {
  typealias Input = DeliveryMachine.Input
  typealias Action = DeliveryMachine.Action

  static let sending = TransitionTableTests.sending
  static let suspended = sending + [.host(.suspending, pending: 20)]
  static let awaited = suspended + [.host(.foreground, pending: 20)]

  /// The result of a suspension in each phase.
  static let suspensions: [(start: String, steps: [Input], leads: String)] = [
    ("rest", [], "uplo"),
    ("gath", [.appended(pending: 3)], "uplo"),
    ("send", sending, "uplo"),
    ("wait", sending + [.postponed(after: nil, random: 900)], "uplo"),
    ("wait", sending + [.postponed(after: 9_000, random: 0)], "uplo"),
    ("done", sending + TransitionTableTests.failures(3), "uplo"),
    ("barr", sending + [.barred(until: 500)], "uplo"),
    ("offl", [.host(.offline, pending: 0), .appended(pending: 20)], "uplo"),
    ("halt", sending + [.halted], "halt"),
    ("uplo", suspended, "uplo"),
    ("uplo", awaited, "uplo"),
    ("stop", [.close], "stop"),
  ]

  /// Returns the actions at a suspension, and after a batch was sealed for it.
  func suspend(_ machine: inout DeliveryMachine, at time: MonotonicTime = 100) -> [Action] {
    var actions = machine.handle(.host(.suspending, pending: 3), at: time)
    if actions == [.pack(atMost: nil)] {
      actions += machine.handle(.sealed(isCut: false), at: time)
    }
    return actions
  }

  @Test(
    "a suspension hands over one batch of pending events, unless the destination needs repair",
    arguments: suspensions.indices)
  func suspension(row: Int) {
    let (start, steps, leads) = Self.suspensions[row]
    var machine = TransitionTableTests.machine(steps, handsOver: true)
    #expect(TransitionTableTests.name(machine.phase) == start)
    let actions = suspend(&machine)
    #expect(TransitionTableTests.name(machine.phase) == leads)
    let uploads = actions.count { if case .upload = $0 { true } else { false } }
    #expect(uploads == (leads == "uplo" && start != "uplo" ? 1 : 0))
  }

  @Test("an upload that the system does not have keeps the halt of an earlier launch")
  func haltedBefore() {
    var left = DeliveryMachine.Leftover()
    (left.hasSealedBatch, left.isUploading) = (true, true)
    (left.reason, left.notBefore) = (.halted, 300_000)
    var machine = TransitionTableTests.machine([], handsOver: true)
    #expect(machine.handle(.started(left, pending: 3), at: 0).contains(.lookForUpload))
    let actions = machine.handle(.uploadUnknown(pending: 3), at: 10)
    #expect(machine.phase == .halted(until: 300_000))
    #expect(actions == [.wake(at: 300_000)])
    #expect(machine.handle(.tick(pending: 3), at: 300_000).contains(.send))
  }

  @Test("a suspension with nothing to deliver hands over nothing")
  func nothing() {
    var machine = TransitionTableTests.machine([], handsOver: true)
    #expect(machine.handle(.host(.suspending, pending: 0), at: 1) == [])
    #expect(machine.phase == .resting)
  }

  /// The triggers while the system has the batch, and while its response is awaited.
  static let leads = [
    (
      suspended,
      "uplo uplo uplo uplo uplo uplo uplo uplo uplo uplo stop uplo uplo held uplo uplo uplo"
    ),
    (
      awaited,
      "uplo uplo uplo send send uplo uplo uplo uplo uplo stop uplo send held uplo uplo uplo"
    ),
  ]

  @Test("while the system has the batch nothing else is sent", arguments: leads.indices)
  func trigger(row: Int) {
    let (steps, leads) = Self.leads[row]
    let before = TransitionTableTests.machine(steps, handsOver: true)
    let reached = TransitionTableTests.triggers.map { trigger in
      var machine = before
      _ = machine.handle(trigger.input, at: trigger.time)
      return TransitionTableTests.name(machine.phase)
    }
    #expect(reached == leads.split(separator: " ").map(String.init))
  }

  /// The outcomes of an upload, and the phases after them: awaited, and still suspended.
  static let outcomes: [(Input, awaited: String, suspended: String)] = [
    (.delivered(settled: 20, pending: 0), "rest", "rest"),
    (.delivered(settled: 20, pending: 3), "gath", "send"),
    (.delivered(settled: 20, pending: 20), "send", "send"),
    (.tooMuch(events: 20), "send", "send"),
    (.refused(events: 20), "send", "send"),
    (.postponed(after: nil, random: 5), "wait", "wait"),
    (.partlyDelivered(settled: 2, random: 5), "wait", "wait"),
    (.bodyLost(random: 5), "send", "send"),
    (.failed(random: 5), "wait", "wait"),
    (.halted, "halt", "halt"),
    (.uploadUnknown(pending: 20), "send", "uplo"),
  ]

  @Test(
    "an answer to an upload has the same effect as an answer to a request",
    arguments: outcomes.indices)
  func outcome(row: Int) {
    let (input, awaited, suspended) = Self.outcomes[row]
    for (steps, leads) in [(Self.awaited, awaited), (Self.suspended, suspended)] {
      var machine = TransitionTableTests.machine(steps, handsOver: true)
      _ = machine.handle(input, at: 1)
      #expect(TransitionTableTests.name(machine.phase) == leads, "\(input)")
    }
  }

  @Test("a request that is under way is handed over as it is")
  func underWay() {
    var machine = TransitionTableTests.machine(Self.sending, handsOver: true)
    #expect(suspend(&machine) == [.upload(notBefore: nil), .wake(at: 30_100)])
  }

  @Test("the system respects a pause that the server requested")
  func asked() {
    let steps = Self.sending + [.postponed(after: 9_000, random: 0)]
    var machine = TransitionTableTests.machine(steps, handsOver: true)
    #expect(suspend(&machine) == [.upload(notBefore: 9_000), .wake(at: 30_100)])
    let back = machine.handle(.host(.foreground, pending: 20), at: 1_000)
    #expect(back == [.wake(at: 31_000), .lookForUpload])
    #expect(machine.handle(.uploadUnknown(pending: 20), at: 2_000) == [.wake(at: 9_000)])
  }

  @Test("a halted destination is handed nothing, not even by a flush")
  func halted() {
    var machine = TransitionTableTests.machine(Self.sending + [.halted], handsOver: true)
    #expect(suspend(&machine) == [])
    #expect(machine.handle(.flush(pending: 20), at: 1) == [.finishFlush])
  }

  @Test("an upload is handed to the system also without a network")
  func offline() {
    let steps: [Input] = [.host(.offline, pending: 0), .appended(pending: 20)]
    var machine = TransitionTableTests.machine(steps, handsOver: true)
    #expect(
      suspend(&machine) == [.pack(atMost: nil), .upload(notBefore: nil), .wake(at: 30_100)])
  }

  @Test(
    "the foreground queries the system, and sends the same batch after uploadPatience"
  )
  func awaitedBatch() {
    var machine = TransitionTableTests.machine(Self.suspended, handsOver: true)
    let patience = DeliveryMachine.uploadPatience
    let back = machine.handle(.host(.foreground, pending: 20), at: 5)
    #expect(back == [.wake(at: 5 + patience), .lookForUpload])
    // In the background the process need not be kept running for the system's own uploads.
    let left = machine.handle(.host(.background, pending: 20), at: 50)
    #expect(left == [.finishFlush, .lookForUpload])
    #expect(machine.handle(.tick(pending: 20), at: 4 + patience) == [.wake(at: 5 + patience)])
    #expect(machine.handle(.tick(pending: 20), at: 5 + patience) == [.send])
  }

  @Test("the upload of an earlier run is queried first")
  func leftover() {
    var left = DeliveryMachine.Leftover()
    left.hasSealedBatch = true
    left.isUploading = true
    var machine = DeliveryMachine(
      flushAt: 20, flushInterval: 30_000, retry: RetryPolicy(), handsOver: false)
    #expect(
      machine.handle(.started(left, pending: 3), at: 7) == [.wake(at: 30_007), .lookForUpload])
    #expect(machine.handle(.uploadUnknown(pending: 3), at: 8) == [.send])
  }

  @Test("a flush does not wait for the system")
  func flush() {
    var suspended = TransitionTableTests.machine(Self.suspended, handsOver: true)
    #expect(suspended.handle(.flush(pending: 20), at: 1) == [.finishFlush])
    var awaited = TransitionTableTests.machine(Self.awaited, handsOver: true)
    #expect(awaited.handle(.flush(pending: 20), at: 1) == [.send])
    let waiting = Self.sending + [.flush(pending: 20)]
    var flushing = TransitionTableTests.machine(waiting, handsOver: true)
    #expect(
      suspend(&flushing) == [.upload(notBefore: nil), .finishFlush, .wake(at: 30_100)])
  }

  @Test("a process that was not suspended queries its upload, and then delivers itself")
  func running() {
    var machine = TransitionTableTests.machine(Self.sending, handsOver: true)
    _ = suspend(&machine)
    let looks: [Action] = [.wake(at: 60_100), .lookForUpload]
    #expect(machine.handle(.tick(pending: 20), at: 30_100) == looks)
    #expect(machine.handle(.tick(pending: 20), at: 60_100) == [.send])
    #expect(machine.handle(.delivered(settled: 20, pending: 0), at: 60_200).contains(.arm(at: 1)))
    #expect(machine.handle(.appended(pending: 20), at: 60_300) == [.pack(atMost: nil)])
  }

  @Test("a late tick shows that the process was suspended, and may be suspended again")
  func suspendedInBetween() {
    var machine = TransitionTableTests.machine(Self.sending, handsOver: true)
    _ = suspend(&machine)
    #expect(machine.handle(.tick(pending: 20), at: 3_600_000) == [.wake(at: 3_630_000)])
    // The system has delivered the batch and resumed the process; the next one is handed over too.
    let next = machine.handle(.delivered(settled: 20, pending: 20), at: 3_600_100)
    #expect(next == [.pack(atMost: nil)])
    let actions = machine.handle(.sealed(isCut: false), at: 3_600_200)
    #expect(actions == [.upload(notBefore: nil), .wake(at: 3_630_000)])
  }

  @Test("an upload that failed delays the next one, longer after each failure")
  func failedUploads() {
    var machine = TransitionTableTests.machine(Self.sending, handsOver: true)
    _ = suspend(&machine)
    var times: [MonotonicTime] = []
    for time: MonotonicTime in [1_000, 2_000, 3_000] {
      _ = machine.handle(.postponed(after: nil, random: .max), at: time)
      let actions = suspend(&machine, at: time)
      if case .upload(let earliest?) = actions.first { times.append(earliest) }
    }
    #expect(times.count == 3)
    #expect(times == times.sorted() && Set(times).count == 3)
    #expect(times.first.map { $0 > 1_000 } == true)
  }

  @Test("a flush long after the announced suspension makes an attempt of its own")
  func laterFlush() {
    var machine = TransitionTableTests.machine(Self.sending, handsOver: true)
    _ = suspend(&machine)
    #expect(machine.handle(.flush(pending: 20), at: 10_099) == [.finishFlush])
    #expect(machine.handle(.flush(pending: 20), at: 10_100) == [.send])
  }
}
