import AppleURLSession
import Cairn
import Foundation
import Testing

/// Uploads by a background session, on a daemon that the tests control.
@Suite final class BackgroundSessionUploaderTests: Sendable {
  let daemon = StubUploadDaemon.shared
  let identifier = "com.example.\(UUID().uuidString).cairn.shop.background-upload"
  let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  let told = Locked<[String]>([])
  let url = URL(string: "https://collect.example.com:8443/v1/batch")

  deinit { try? FileManager.default.removeItem(at: file) }

  /// Returns the uploader of a process that has just started.
  func process(_ sessions: BackgroundSessions = BackgroundSessions()) -> BackgroundSessionUploader {
    let uploader = BackgroundSessionUploader(identifier: identifier, in: sessions)
    uploader.listen { [self] label, answer in
      told.withLock { $0.append("\(label) \(Self.text(answer))") }
    }
    return uploader
  }

  static func text(_ answer: UploadAnswer) -> String {
    switch answer {
    case .none(let reason): "none: \(reason)"
    case .response(let response):
      "\(response.status) \(response.headers["retry-after"] ?? "-") "
        + String(decoding: response.body, as: UTF8.self)
    }
  }

  func begin(
    _ uploader: BackgroundSessionUploader, _ label: String = "http/1", notBefore: WallTime? = nil
  ) throws -> URLSessionTask {
    try Data("{}".utf8).write(to: file)
    let request = HTTPRequest(
      url: try #require(url), headers: [("Idempotency-Key", "k"), ("Accept-Encoding", "gzip")])
    uploader.upload(
      BackgroundUpload(label: label, request: request, file: file.path, notBefore: notBefore))
    return try #require(daemon.tasks(of: identifier).last)
  }

  var lines: [String] { told.withLock { $0 } }

  @Test("the session is created once, when it is needed, and also for uploads of dead processes")
  func session() throws {
    let uploader = process()
    #expect(daemon.sessions(named: identifier) == 0)
    _ = try begin(uploader)
    _ = try begin(uploader, "http/2")
    #expect(daemon.sessions(named: identifier) == 1)
    let configuration = try #require(daemon.configuration(of: identifier))
    #expect(!configuration.isDiscretionary)
    #expect(configuration.sessionSendsLaunchEvents)
    #expect(configuration.httpCookieStorage == nil)
    #expect(configuration.urlCredentialStorage == nil)
    #expect(!configuration.httpShouldSetCookies)
  }

  @Test("a task has the file, the headers, the label and the time")
  func task() async throws {
    let uploader = process()
    let task = try begin(uploader, notBefore: 5_000)
    #expect(task.file.path == file.path)
    #expect(task.originalRequest?.httpMethod == "POST")
    #expect(task.originalRequest?.value(forHTTPHeaderField: "Idempotency-Key") == "k")
    #expect(task.originalRequest?.value(forHTTPHeaderField: "Accept-Encoding") == "identity")
    #expect(task.taskDescription == "http/1")
    #expect(task.earliestBeginDate == Date(timeIntervalSince1970: 5))
    #expect(await uploader.outstanding() == ["http/1"])
  }

  @Test("the complete answer is reported, and the task ends")
  func answer() async throws {
    let uploader = process()
    let task = try begin(uploader)
    daemon.answer(task, status: 429, headers: ["Retry-After": "7"], body: ["a", "b"])
    #expect(lines == ["http/1 429 7 ab"])
    #expect(await uploader.outstanding() == [])
  }

  @Test("a truncated answer, one from another address, or no answer at all, counts as none")
  func noAnswer() throws {
    let uploader = process()
    daemon.answer(try begin(uploader), status: 200, body: ["ab"], bytes: 9)
    let other = URL(string: "https://portal.example.com/")
    daemon.answer(try begin(uploader), status: 200, from: other)
    daemon.fail(try begin(uploader), URLError(.timedOut))
    #expect(
      lines == [
        "http/1 none: a truncated answer", "http/1 none: redirected",
        "http/1 none: NSURLErrorDomain -1001",
      ])
  }

  @Test("the next process receives the answers, and the uploads in progress")
  func nextProcess() async throws {
    let task = try begin(process())
    let next = process()
    #expect(await next.outstanding() == ["http/1"])
    #expect(daemon.sessions(named: identifier) == 2)
    daemon.answer(task, status: 200)
    #expect(lines == ["http/1 200 - "])
  }

  @Test("an SDK that is opened again in one process continues with its session")
  func sameProcess() async throws {
    let sessions = BackgroundSessions()
    let first = process(sessions)
    let task = try begin(first)
    first.close()
    let second = process(sessions)
    #expect(await second.outstanding() == ["http/1"])
    daemon.answer(task, status: 200)
    #expect(daemon.sessions(named: identifier) == 1)
    #expect(lines == ["http/1 200 - "])
  }

  @Test("one task or all of them can be cancelled")
  func cancel() async throws {
    let uploader = process()
    for label in ["http/1", "http/2", "http/3"] { _ = try begin(uploader, label) }
    uploader.cancel("http/2")
    #expect(await uploader.outstanding() == ["http/1", "http/3"])
    uploader.cancelAll()
    #expect(await uploader.outstanding() == [])
  }

  @Test("a file that is gone, or an address that is not HTTP, ends no app")
  func impossible() throws {
    let uploader = process()
    let request = HTTPRequest(url: try #require(url))
    uploader.upload(
      BackgroundUpload(label: "http/1", request: request, file: "/none", notBefore: nil))
    try Data().write(to: file)
    uploader.upload(
      BackgroundUpload(
        label: "http/2", request: HTTPRequest(url: file), file: file.path, notBefore: nil))
    #expect(
      lines == ["http/1 none: not to be uploaded", "http/2 none: not to be uploaded"])
  }

  @Test("the completion handler runs after the last response, in either order")
  func events() {
    let uploader = process()
    uploader.whenEventsAreTold { [self] in told.withLock { $0.append("woken") } }
    #expect(daemon.sessions(named: identifier) == 1)
    #expect(lines == [])
    daemon.finishEvents(of: identifier)
    #expect(lines == ["woken"])
    daemon.finishEvents(of: identifier)
    uploader.whenEventsAreTold { [self] in told.withLock { $0.append("late") } }
    #expect(lines == ["woken", "late"])
  }

  @Test("responses reported before a new upload do not count for it")
  func newUpload() throws {
    let uploader = process()
    _ = try begin(uploader)
    daemon.finishEvents(of: identifier)
    _ = try begin(uploader, "http/2")
    uploader.whenEventsAreTold { [self] in told.withLock { $0.append("woken") } }
    #expect(lines == [])
    daemon.finishEvents(of: identifier)
    #expect(lines == ["woken"])
  }
}
