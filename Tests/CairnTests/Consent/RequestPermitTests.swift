import Cairn
import CairnTesting
import Dispatch
import Foundation
import Testing

/// Requests around the return of a denial: a request has begun before, or it never begins.
@Suite struct RequestPermitTests {
  /// The order of the steps.
  final class Course: Sendable {
    private let items = Locked<[String]>([])
    let denied = DispatchSemaphore(value: 0)

    var seen: [String] { items.withLock { $0 } }
    func add(_ item: String) { items.withLock { $0.append(item) } }

    /// Denies on another thread; returns when that has returned, or waits for this thread.
    func deny(_ work: @escaping @Sendable () -> Void) {
      Thread.detachNewThread { [self] in
        work()
        add("denied")
        denied.signal()
      }
      if denied.wait(timeout: .now() + .milliseconds(30)) == .success { denied.signal() }
    }

    func untilDenied() async {
      await withCheckedContinuation { done in
        DispatchQueue.global().async {
          self.denied.wait()
          done.resume()
        }
      }
    }
  }

  /// A network that records that a request has begun, in its first step.
  struct Transport: HTTPTransport {
    let course: Course

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      course.add("begun")
      return HTTPResponse(status: 200)
    }
  }

  @Test("a denial directly after the check returns when the request has begun, and not before")
  func question() async {
    let (course, requestGate) = (Course(), RequestGate())
    let isAllowed = Locked(true)
    let permit = RequestPermit(requestGate) {
      let answer = isAllowed.withLock { $0 }
      course.deny {
        isAllowed.withLock { $0 = false }
        requestGate.settle()
      }
      return answer
    }
    let exchange = HTTPExchange(transport: Transport(course: course))
    let request = HTTPRequest(url: URL(fileURLWithPath: "/"))
    let answer = await RequestPermit.current.withValue(permit) {
      await exchange.send(request, at: 0)
    }
    await course.untilDenied()
    #expect(answer.outcome == .accepted)
    #expect(course.seen == ["begun", "denied"])
  }

  @Test("a request that is checked after a denial never begins")
  func late() async {
    let course = Course()
    let permit = RequestPermit { false }
    let exchange = HTTPExchange(transport: Transport(course: course))
    let answer = await RequestPermit.current.withValue(permit) {
      await exchange.send(HTTPRequest(url: URL(fileURLWithPath: "/")), at: 0)
    }
    #expect(!answer.mayHaveArrived)
    #expect(permit.wasRefused)
    #expect(course.seen.isEmpty)
  }

  /// A destination that passes an event on at once, and is denied meanwhile.
  struct Immediate: Destination {
    let name = "server"
    let course: Course
    let step: @Sendable () -> Void

    func deliver(_ batch: Batch) async -> Outcome {
      step()
      course.add("begun")
      return .accepted
    }
  }

  struct Slow: HTTPTransport {
    let course: Course
    let step: @Sendable () -> Void

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      step()
      course.add("begun")
      return HTTPResponse(status: 200)
    }
  }

  enum Way: CaseIterable {
    case destination, transport
  }

  @Test("the first step of a delivery is over when a denial returns", arguments: Way.allCases)
  func step(way: Way) async {
    let (course, scene) = (Course(), ConsentFixture())
    let app = Locked<Analytics?>(nil)
    let step: @Sendable () -> Void = {
      let analytics = app.withLock { $0 }
      course.deny { analytics?.setConsent(.denied) }
    }
    let destination: any Destination =
      switch way {
      case .destination: Immediate(course: course, step: step)
      case .transport:
        HTTPDestination(
          endpoint: URL(fileURLWithPath: "/"), writeKey: "key",
          transport: Slow(course: course, step: step))
      }
    let analytics = await scene.launch { $0.destinations = [destination] }
    app.withLock { $0 = analytics }
    analytics.track("One")
    await analytics.flush()
    await course.untilDenied()
    #expect(course.seen == ["begun", "denied"])
    app.withLock { $0 = nil }
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("a denial from within the first step of a delivery does not wait for that step")
  func within() async {
    let (course, scene) = (Course(), ConsentFixture())
    let app = Locked<Analytics?>(nil)
    let destination = Immediate(course: course) {
      app.withLock { $0 }?.setConsent(.denied)
      course.add("denied")
    }
    let analytics = await scene.launch { $0.destinations = [destination] }
    app.withLock { $0 = analytics }
    analytics.track("One")
    await analytics.flush()
    #expect(course.seen == ["denied", "begun"])
    app.withLock { $0 = nil }
    await analytics.close(flushingForSeconds: 0)
  }

  /// A destination that is cancelled while it waits for a response.
  final class Waiting: Destination {
    let name = "server"
    let reached = DispatchSemaphore(value: 0)
    let wasCancelled = Locked(false)
    let answers = AsyncStream<Void>.makeStream()

    func deliver(_ batch: Batch) async -> Outcome {
      await withTaskCancellationHandler {
        reached.signal()
        for await _ in answers.stream { break }
      } onCancel: {
        wasCancelled.withLock { $0 = true }
      }
      return .accepted
    }
  }

  @Test("a request in progress is cancelled when a denial returns, for any kind of delivery")
  func cancelled() async {
    let (scene, destination) = (ConsentFixture(), Waiting())
    let analytics = await scene.launch {
      $0.destinations = [destination]
      $0.flushAt = 1
    }
    analytics.track("One")
    await Self.wait(for: destination.reached)
    analytics.setConsent(.denied)
    #expect(destination.wasCancelled.withLock { $0 })
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("a request that was cancelled by a momentary withdrawal of consent is delivered again")
  func again() async {
    let (scene, destination) = (ConsentFixture(), Waiting())
    let analytics = await scene.launch {
      $0.destinations = [destination]
      $0.flushAt = 1
    }
    analytics.track("One")
    await Self.wait(for: destination.reached)
    analytics.setConsent(.pending)
    analytics.setConsent(.granted)
    await Self.wait(for: destination.reached)
    destination.answers.continuation.finish()
    while !(await analytics.flush().isComplete) {}
    #expect(analytics.ledger()["server"]?.delivered == 1)
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("the system has nothing to upload when a denial returns")
  func uploads() async {
    let scene = UploadFixture()
    let analytics = scene.start()
    analytics.track("One")
    await scene.suspend(analytics)
    #expect(scene.uploader.begun.count == 1)
    analytics.setConsent(.denied)
    #expect(Set(scene.uploader.cancelled) == Set(scene.uploader.begun.map(\.label)))
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("the system's upload for one destination is cancelled when that one is denied")
  func category() async {
    let scene = UploadFixture()
    let analytics = scene.start { $0.consentCategories = ["http": [.advertising]] }
    analytics.setConsent([.advertising: .granted, .analytics: .granted])
    analytics.track("One")
    await scene.suspend(analytics)
    #expect(scene.uploader.begun.count == 1)
    analytics.setConsent([.advertising: .denied])
    #expect(Set(scene.uploader.cancelled) == Set(scene.uploader.begun.map(\.label)))
    await analytics.close(flushingForSeconds: 0)
  }

  private static func wait(for semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        semaphore.wait()
        done.resume()
      }
    }
  }
}
