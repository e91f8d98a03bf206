import Cairn
import Foundation

/// The system's uploader: it outlives the programs, and may forget its uploads.
final class SimulatedUploader: BackgroundUploader {
  /// An upload that the system got.
  struct Job: Sendable {
    let upload: BackgroundUpload
    let label: UploadTaskLabel
    let body: [UInt8]
    /// The number of programs that had died before.
    let deaths: Int
    /// The result of the upload, which is reported later.
    var answer: UploadAnswer?
  }

  private struct State {
    var jobs: [Job] = []
    var receiver: (@Sendable (String, UploadAnswer) -> Void)?
  }

  private let state = Locked(State())

  var jobs: [Job] { state.withLock { $0.jobs } }

  func job(for destination: String) -> Job? {
    jobs.last { $0.label.destination == destination && $0.answer == nil }
  }

  func begin(_ upload: BackgroundUpload, _ body: [UInt8], deaths: Int) -> String? {
    guard let label = UploadTaskLabel(upload.label) else { return "LABEL \(upload.label)" }
    state.withLock {
      $0.jobs.append(Job(upload: upload, label: label, body: body, deaths: deaths))
    }
    return nil
  }

  /// Ends an upload with its result; nil when the result will never be known.
  func end(_ label: UploadTaskLabel, _ answer: UploadAnswer?) {
    state.withLock { state in
      guard let place = state.jobs.firstIndex(where: { $0.label == label }) else { return }
      state.jobs[place].answer = answer
      if answer == nil { state.jobs.remove(at: place) }
    }
  }

  /// Reports the result of an upload once, as the system does.
  func tell(_ job: Job) {
    let receiver = state.withLock { state in
      state.jobs.removeAll { $0.label == job.label }
      return state.receiver
    }
    if let answer = job.answer { receiver?(job.upload.label, answer) }
  }

  func forget(_ destination: String) {
    state.withLock { $0.jobs.removeAll { $0.label.destination == destination } }
  }

  func listen(_ receiver: @escaping @Sendable (String, UploadAnswer) -> Void) {
    state.withLock { $0.receiver = receiver }
  }

  func upload(_ upload: BackgroundUpload) { _ = begin(upload, [], deaths: 0) }

  func outstanding() async -> Set<String> {
    Set(jobs.filter { $0.answer == nil }.map(\.upload.label))
  }

  func cancel(_ label: String) {
    state.withLock { $0.jobs.removeAll { $0.upload.label == label && $0.answer == nil } }
  }

  func cancelAll() { state.withLock { $0.jobs = [] } }

  func whenEventsAreTold(_ handler: @escaping @Sendable () -> Void) { handler() }

  func close() {}
}
