import CairnTesting
import CrashSupport
import Foundation

/// The time of the faults.
struct Storm {
  private enum Act {
    case kill, stop, junk, nothing, fill, free, disk, sync, bell, inject, down, up, fork, clock,
      replay
  }

  private let round: Round

  init(_ round: Round) { self.round = round }

  func run() throws {
    let strace = try slowLister()
    defer {
      strace?.send(SIGTERM)
      strace?.wait()
    }
    // It begins when all writers have started, which takes long on a slow machine: the length of a
    // round is measured by the clock.
    for writer in round.writers { writer.ask("go") }
    let end = BlockingSleep.now + Int(round.plan.seconds * 1_000)
    while BlockingSleep.now < end {
      BlockingSleep.milliseconds(30 + round.dice.below(350))
      try perform(round.dice.pick(acts) ?? .nothing)
      try mourn()
    }
    // One occurs in each round in any case.
    if round.plan.kind == .failingDisk { ring() }
  }

  /// Starts a process with slow calls.
  ///
  /// A folder is listed in several calls; changes between them are frequent when they are slow.
  private func slowLister() throws -> Child? {
    guard round.plan.kind == .listing, Strace.obstacle == nil,
      let lister = round.writers.first(where: { $0.life % round.plan.writers == 0 })
    else { return nil }
    round.coverage.count("files are made between two calls of a listing", "flush")
    return try Strace.attach(to: lister.child.pid, "inject=?getdents64:delay_exit=8000")
  }

  private var acts: [Act] {
    switch round.plan.kind {
    case .kills: [.kill, .kill, .kill, .stop, .junk]
    // A starting process reads all files, and is rarely ready in time.
    case .listing: [.stop, .nothing, .nothing, .nothing]
    case .fullDisk: [.fill, .free, .free, .kill, .stop, .nothing]
    case .failingDisk: [.disk, .disk, .bell, .nothing]
    case .failingCalls: [.inject, .inject, .kill, .nothing]
    case .cap: [.down, .up, .up, .junk, .sync, .sync, .sync, .nothing]
    case .consent: [.kill, .stop, .nothing, .nothing]
    case .identity: [.kill, .clock, .replay, .stop, .nothing]
    case .fork: [.fork, .fork, .kill, .nothing]
    }
  }

  /// Waits, so that the writer usually does something afterwards.
  private func wait(for writer: WriterProcess) {
    guard !round.dice.hits(250) else { return }
    let deadline = BlockingSleep.now + 200
    while writer.operation == .resting, BlockingSleep.now < deadline {
      BlockingSleep.microseconds(100)
    }
    BlockingSleep.microseconds(round.dice.below(2_000))
  }

  private func perform(_ act: Act) throws {
    let place = round.dice.below(round.writers.count)
    let writer = round.writers[place]
    if [.kill, .stop, .inject].contains(act) { wait(for: writer) }
    switch act {
    case .kill: try round.replace(place)
    case .stop: stop(writer)
    case .junk: Junk(round.journal).lay(round.dice.below(Junk.kinds), round.coverage)
    case .fill: fill()
    case .free: free()
    case .disk: order(writer, "disk \(fault()) \(50 + round.dice.below(1_500))")
    case .sync: order(writer, "disk notDurable \(100 + round.dice.below(1_000))")
    case .bell: ring()
    case .inject: try inject(writer)
    case .down, .up: round.servers[0].setDown(act == .down)
    case .fork:
      round.forks += 1
      round.coverage.count("fork", "\(writer.operation)")
      order(writer, "fork \(5 + round.dice.below(20))")
    case .clock: jump(writer)
    case .replay: try replay()
    case .nothing: break
    }
  }

  private func order(_ writer: WriterProcess, _ order: String) {
    if let report = writer.ask(order) { round.note(report) }
  }

  private func fault() -> DiskSwitch.Fault { round.dice.pick(DiskSwitch.Fault.allCases) ?? .full }

  private func stop(_ writer: WriterProcess) {
    writer.stop()
    round.stops += 1
    round.coverage.count("SIGSTOP", "\(writer.operation)")
    BlockingSleep.milliseconds(50 + round.dice.below(600))
    writer.goOn()
  }

  private func jump(_ writer: WriterProcess) {
    let seconds = round.dice.pick([-86_400 * 400, -3_600, 5, 3_600, 86_400 * 40]) ?? 0
    order(writer, "clock \(seconds)")
    round.coverage.count("the wall clock jumps", seconds < 0 ? "back" : "ahead")
  }

  /// Makes the disk fail briefly while no event waits; then records a single event.
  private func ring() {
    guard let writer = round.writers.first else { return }
    order(writer, "calm")
    let deadline = BlockingSleep.now + 3_000
    while let report = writer.ask("report"), report.pending + report.buffered > 0,
      BlockingSleep.now < deadline
    { BlockingSleep.milliseconds(20) }
    BlockingSleep.milliseconds(150)
    order(writer, "moment 60")
    round.coverage.count("disk: full for a moment at rest", "track")
    BlockingSleep.milliseconds(200)
    order(writer, "go")
  }

  private func inject(_ writer: WriterProcess) throws {
    let injection = round.dice.pick(Injection.all) ?? Injection.all[0]
    round.coverage.count("strace: \(injection.name)", "\(writer.operation)")
    let strace = try Strace.attach(to: writer.child.pid, injection.expression)
    BlockingSleep.milliseconds(200 + round.dice.below(900))
    strace.send(SIGTERM)
    strace.wait()
  }

  private func fill() {
    guard round.disk != nil else { return }
    for writer in round.writers { round.coverage.count("the disk is full", "\(writer.operation)") }
    let file = open("\(round.journal)/filler", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard file >= 0 else { return }
    for size in [65_536, 4_096, 512] {
      let bytes = [UInt8](repeating: 0, count: size)
      while write(file, bytes, size) == size {}
    }
    close(file)
  }

  private func free() { unlink("\(round.journal)/filler") }

  /// Makes the servers accept the events that they refused, and puts them back.
  private func replay() throws {
    for server in round.servers { server.forgive() }
    let name = round.dice.pick(round.plan.places)?.name ?? "a"
    round.coverage.count("dead letters are put back", name)
    let child = try Child(
      WriterProcess.program, ["replay", "--round", round.folder, "--destination", name],
      errors: "\(round.folder)/errors-replay")
    if !child.watch(milliseconds: 30_000) { child.send(SIGKILL) }
    child.wait()
  }

  /// Replaces processes that ended by themselves.
  private func mourn() throws {
    for place in round.writers.indices.reversed() {
      let writer = round.writers[place]
      // The process is not reaped here: it remains a zombie.
      var status = siginfo_t()
      let isOver = waitid(P_PID, id_t(writer.child.pid), &status, WEXITED | WNOHANG | WNOWAIT) == 0
      guard isOver, status.si_signo == SIGCHLD else { continue }
      round.writers.remove(at: place)
      round.blame(writer, writer.child.wait().ending)
      try round.begin()
    }
  }
}
