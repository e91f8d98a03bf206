import Cairn
import CairnTesting

/// One destination of a program: what a courier does, without the waiting.
struct DeliveryLine {
  /// Where a step of delivery ended.
  enum Stop: Equatable {
    case idle
    case sent(Batch)

    static func == (left: Stop, right: Stop) -> Bool {
      switch (left, right) {
      case (.idle, .idle): true
      case (.sent(let left), .sent(let right)): left.key == right.key
      default: false
      }
    }
  }

  let server: SimulatedServer
  private(set) var desk: DeliveryDesk
  private var machine = DeliveryMachine(flushAt: 3, flushInterval: 1_000, retry: RetryPolicy())
  private let journal: Journal
  private let clock: ManualClock
  private let randomness: SeededRandomness
  /// A batch is under way, and the server has not answered.
  private(set) var isWaiting = false

  init(
    _ server: SimulatedServer, _ desk: DeliveryDesk, _ journal: Journal, _ clock: ManualClock,
    randomness: SeededRandomness
  ) {
    self.server = server
    self.desk = desk
    self.journal = journal
    self.clock = clock
    self.randomness = randomness
  }

  var pending: Int { desk.cursor.pending(in: journal.segments()) }

  /// The first batch is sent when the scenario says so.
  mutating func start() {
    desk.reclaim()
    let batch = desk.cursor.inFlight
    _ = tell(
      .started(
        pending: 0, hasSealedBatch: batch != nil, failures: Int(batch?.attempts ?? 0),
        notBefore: clock.now().continuous + 1))
  }

  mutating func flush() -> Stop { tell(.flush(pending: pending)) }

  /// The server has answered; nil when the answer could not be committed.
  mutating func receive(_ outcome: Outcome) -> (isSettled: Bool, Stop) {
    isWaiting = false
    do {
      let result = try desk.settle(outcome, random: randomness.next())
      var next = result
      if case .delivered(let settled, _) = result {
        next = .delivered(settled: settled, pending: pending)
      }
      return (true, tell(next))
    } catch {
      return (false, tell(.failed(random: randomness.next())))
    }
  }

  private mutating func tell(_ input: DeliveryMachine.Input) -> Stop {
    var inputs = [input]
    var stop = Stop.idle
    while !inputs.isEmpty {
      for action in machine.handle(inputs.removeFirst(), at: clock.now().continuous) {
        switch action {
        case .pack(let most): inputs.append(pack(atMost: most))
        case .send:
          switch send() {
          case .success(let batch): stop = .sent(batch)
          case .failure(let failure): inputs.append(failure.input)
          }
        case .remember(let failures, let until):
          let now = clock.now()
          desk.remember(failures: failures, notBefore: now.wall + until - now.continuous)
        case .wake, .ring, .finishFlush: break
        }
      }
    }
    return stop
  }

  private mutating func pack(atMost most: Int?) -> DeliveryMachine.Input {
    do {
      return try desk.pack(for: server, atMost: most, at: clock.now()).map {
        .sealed(isCut: $0.isCut)
      } ?? .foundNothing(pending: pending)
    } catch {
      return .failed(random: randomness.next())
    }
  }

  private struct Unsent: Error { var input: DeliveryMachine.Input }

  private mutating func send() -> Result<Batch, Unsent> {
    do {
      guard let batch = try desk.batch(at: clock.now()) else {
        return .failure(Unsent(input: .bodyLost))
      }
      isWaiting = true
      return .success(batch)
    } catch {
      return .failure(Unsent(input: .failed(random: randomness.next())))
    }
  }
}
