import Cairn
import CairnTesting
import Dispatch
import Foundation

/// The system's uploads, also after the death of programs.
extension DeliveryWorld {
  /// Passes the orders of a delivery to the system.
  func carryOut(_ line: WorkerLine) {
    for order in line.takeOrders() {
      switch order {
      case .upload(let upload): begin(upload, line)
      case .look(let label): if !isUnderWay(label) { line.put(.uploadUnknown(label.name)) }
      }
    }
  }

  private func begin(_ upload: BackgroundUpload, _ line: WorkerLine) {
    let isUrgent = line.waiting.map { $0.key == accounts[line.place].urgent } ?? false
    endRequest(line)
    guard let body = disk.image.contents(upload.file) else {
      return wrong.append("\(line.name): HANDED OVER a file that is not there")
    }
    if let problem = uploader.begin(upload, body, deaths: deaths) { wrong.append(problem) }
    let now = clock.now()
    let earliest = max(upload.notBefore ?? .min, now.wall)
    if !isUrgent, now.continuous + (earliest - now.wall) < accounts[line.place].notBefore {
      wrong.append("\(line.name): HANDED OVER to be sent too early")
    }
  }

  /// Cancels the request in progress, which may have arrived.
  private func endRequest(_ line: WorkerLine) {
    guard let batch = line.waiting else { return }
    collectors[line.place].receive(Request(batch), roll: scenario.seed &+ UInt64(batch.attempt))
    watch(line.place) { $0.ended(line.place) }
    line.hangUp()
  }

  private func isUnderWay(_ label: UploadTaskLabel) -> Bool {
    guard let uploads = program?.uploads else { return false }
    let answer = Locked(false)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      let isThere = await uploads.isUnderWay(label)
      answer.withLock { $0 = isThere }
      done.signal()
    }
    done.wait()
    return answer.withLock { $0 }
  }

  /// Kills the program after the file was written and before the system gets it.
  func vanish() {
    guard let program = start() else { return }
    for line in program.lines where !disk.isDead(program.process) {
      _ = line.handle(.host(.suspending))
      _ = line.takeOrders()
    }
    bury(power: nil)
  }

  func upload(_ place: Int, roll: UInt64) {
    var dice = Dice(seed: roll)
    guard let job = uploader.job(for: scenario.plans[place].name),
      (job.upload.notBefore ?? .min) <= clock.now().wall
    else { return }
    let file = disk.image.contents(job.upload.file)
    // It may have opened a file that was removed since.
    guard let body = file ?? (dice.hits(500) ? job.body : nil),
      let request = request(job, place, body)
    else { return uploader.end(job.label, UploadAnswer.none(reason: "no file")) }
    if body != job.body { wrong.append("\(job.label): FILE CHANGED") }
    let isInFlight = cursor(of: place)?.inFlight?.key == job.label.name.key
    guard isInFlight, file != nil else {
      wrong += accounts[place].stray(request)
      collectors[place].receive(request, roll: roll)
      return uploader.end(job.label, nil)
    }
    if now < accounts[place].notBefore, accounts[place].urgent != request.key {
      wrong.append("\(job.label): UPLOADED early")
    }
    wrong += accounts[place].arrive(request, isExact: isExact, isUploaded: true)
    let outcome = collectors[place].answer(request, roll: roll)
    if dice.hits(150) { return uploader.end(job.label, nil) }
    uploader.end(job.label, outcome.answer)
    accounts[place].hold(outcome, request, job.label.name, at: now)
    if dice.hits(600) { tellAnswers() }
  }

  /// Reports the results, as to the next program that listens.
  func tellAnswers() {
    guard let program = start() else { return }
    for job in uploader.jobs where job.answer != nil && !disk.isDead(program.process) {
      let isAwaited = disk.image.contents(job.upload.file) != nil
      uploader.tell(job)
      guard let place = scenario.plans.firstIndex(where: { $0.name == job.label.destination })
      else { continue }
      accounts[place].keep(
        job.label.name, isSure: isAwaited && !disk.isDead(program.process))
    }
  }

  /// Returns whether no program died since the system got the batch that is now sent by the program
  /// itself.
  func isDoubled(_ request: Request, _ name: String) -> Bool {
    guard let job = uploader.job(for: name) else { return false }
    return job.deaths == deaths && job.label.name.key.uuid == request.key
  }

  private func request(_ job: SimulatedUploader.Job, _ place: Int, _ body: [UInt8]) -> Request? {
    let attempt = job.upload.request.headers.first { $0.name == "Attempt" }?.value
    let sealed = cursor(of: place)?.inFlight
    guard let attempt = attempt.flatMap({ Int($0) }) else { return nil }
    var request = Request(
      key: job.label.name.key, body: body, attempt: attempt, ranges: sealed?.ranges ?? [])
    if !isExact { request.lost = Set(request.numbers).subtracting(scan().all) }
    return request
  }
}
