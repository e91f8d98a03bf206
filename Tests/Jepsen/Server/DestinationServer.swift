import Cairn
import CairnTesting
import Foundation

/// The server of one destination: real HTTP on the loopback, with faults while they are enabled.
final class DestinationServer: Sendable {
  private struct Weather: Sendable {
    var faultsPerMille = 0
    var faults: [ServerFault]
    var isDown = false
    /// Whether it accepts events that it refused before.
    var forgives = false
    var dice: Dice
  }

  let book: ServerBook
  let port: UInt16
  private let listener: Int32
  private let weather: Locked<Weather>
  private let coverage: Coverage
  private let isSlow: Bool

  init(_ name: String, _ plan: Plan, _ coverage: Coverage) throws {
    isSlow = plan.isGentle
    guard let (socket, port) = Self.listen() else {
      throw Options.Failure(text: "no port of the loopback is to be had")
    }
    (listener, self.port, self.coverage) = (socket, port, coverage)
    book = ServerBook(name)
    weather = Locked(Weather(faults: plan.serverFaults, dice: Dice(seed: plan.seed)))
    Thread.detachNewThread { [self] in serve() }
  }

  /// Ends the thread that accepts connections.
  func stop() { _ = shutdown(listener, Int32(SHUT_RDWR)) }

  func setFaults(perMille: Int) { weather.withLock { $0.faultsPerMille = perMille } }
  func setDown(_ isDown: Bool) { weather.withLock { $0.isDown = isDown } }
  func forgive() { weather.withLock { $0.forgives = true } }

  private func serve() {
    while true {
      let socket = accept(listener, nil, nil)
      guard socket >= 0 else {
        if errno == EINTR || errno == ECONNABORTED || errno == EMFILE { continue }
        close(listener)
        return
      }
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      Thread.detachNewThread { [self] in serve(Connection(socket)) }
    }
  }

  private func serve(_ connection: Connection) {
    let (fault, isDown) = weather.withLock { weather -> (ServerFault?, Bool) in
      let hits = weather.dice.hits(weather.faultsPerMille)
      return (hits ? weather.dice.pick(weather.faults) : nil, weather.isDown)
    }
    if isDown || fault == .resetOnConnect {
      coverage.count(isDown ? "server is down" : "server: resetOnConnect", "connect")
      return connection.end(.reset)
    }
    if fault == .resetInRequest {
      coverage.count("server: resetInRequest", "request")
      _ = connection.receive(512)
      return connection.end(.reset)
    }
    guard let request = connection.read(slowly: fault == .slowRequest),
      let events = ReceivedEvent.all(request.body)
    else { return connection.end(.closed) }
    book.see(request, events)
    if isSlow { BlockingSleep.milliseconds(20 + events.count % 10 * 15) }
    answer(connection, request, events, fault)
  }

  private func answer(
    _ connection: Connection, _ request: ReceivedRequest, _ events: [ReceivedEvent],
    _ chosen: ServerFault?
  ) {
    let fault = Self.possible(chosen, events)
    if let fault {
      coverage.count("server: \(fault.rawValue)", request.isResend ? "resend" : "first attempt")
    }
    var answer = HTTPAnswer(503)
    if fault?.isStored ?? true {
      answer = take(events, fault)
    }
    if let wrong = fault?.answer { answer = wrong }
    switch fault?.amount ?? .all {
    case .nothing: break
    case .half: connection.send(answer.half)
    case .all: connection.send(answer.bytes)
    case .slowly: connection.send(answer.bytes, slowly: true)
    }
    connection.end(fault?.ending ?? .closed)
  }

  /// Returns the fault; nil for one without an effect, or one that makes a false statement about
  /// refused events.
  private static func possible(_ fault: ServerFault?, _ events: [ReceivedEvent]) -> ServerFault? {
    switch fault {
    // A batch of one event that is too large becomes a dead letter, and these events are not too
    // large.
    case .tooLarge: events.count == 1 ? nil : fault
    case .html, .garbage, .otherEvents: events.contains(where: \.isPoison) ? nil : fault
    default: fault
    }
  }

  /// Accepts events, and returns the response.
  ///
  /// With a response that does not mention events, all of them are accepted, which is the meaning
  /// of a success.
  private func take(_ events: [ReceivedEvent], _ fault: ServerFault?) -> HTTPAnswer {
    let (mood, forgives, luck) = weather.withLock { weather in
      (
        weather.dice.below(10), weather.forgives,
        (0..<events.count).map { _ in weather.dice.below(4) }
      )
    }
    let poison = forgives ? [] : events.filter(\.isPoison)
    if !poison.isEmpty, fault?.hasTrueAnswer ?? true, mood < 5 || events.count == 1 {
      coverage.count("server: refuses the batch", events.count == 1 ? "one event" : "several")
      if events.count == 1 { book.refuse(events) }
      return HTTPAnswer(400, body: "{\"error\":\"poison\"}")
    }
    guard fault?.hasTrueAnswer ?? true else {
      // The events are accepted, whatever the response is.
      book.accept(events.filter { forgives || !$0.isPoison })
      return HTTPAnswer(200)
    }
    let asksAgain = weather.withLock { $0.faultsPerMille > 0 } && mood > 7
    var results: [String] = []
    var taken: [ReceivedEvent] = []
    for (place, event) in events.enumerated() {
      var result = "ok"
      if !forgives, event.isPoison {
        result = "refused\",\"reason\":\"poison"
        book.refuse([event])
      } else if asksAgain, luck[place] == 0 {
        result = "retry"
      } else {
        taken.append(event)
        if fault == .halfAgain, place >= events.count / 2 { result = "retry" }
      }
      results.append("{\"messageId\":\"\(event.id)\",\"result\":\"\(result)\"}")
    }
    if asksAgain { coverage.count("server: asks for some again", "delivery") }
    book.accept(taken)
    return HTTPAnswer(200, body: "{\"results\":[\(results.joined(separator: ","))]}")
  }

  private static func listen() -> (Int32, UInt16)? {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, size) == 0 && Glibc.listen(socket, 64) == 0
          && getsockname(socket, address, &size) == 0
      }
    }
    return isBound ? (socket, UInt16(bigEndian: address.sin_port)) : nil
  }
}
