import Cairn
import CairnServer
import Foundation
import Testing
import VendorAnswers

@testable import cairnlab

/// The SDK, real sockets, and a server with the possible responses of each vendor behind a proxy
/// with network faults.
@Suite(.timeLimit(.minutes(60))) struct EveryAnswerTests {
  /// The faults after which the client has no response, or a response of the proxy that defers the
  /// batch.
  static let faults: [Fault] = [
    .resetOnConnect, .resetInRequest, .resetBeforeAnswer, .resetInAnswer, .closedBeforeAnswer,
    .truncatedAnswer, .notHTTP, .unavailable, .tooManySeconds, .movedPermanently, .found,
    .temporaryRedirect, .html, .garbage,
  ]

  /// A vendor's app, and everything between it and the vendor.
  struct Place {
    var row: AnswerRow
    var server: AnswerServer
    var proxy: FaultProxy
    var scene: AnswerFixture

    init(_ row: AnswerRow, _ faults: [Fault]) async throws {
      self.row = row
      server = try await AnswerServer()
      proxy = try await FaultProxy(to: server.port, faults: FaultScript(faults))
      let address = try #require(URL(string: "http://127.0.0.1:\(proxy.port)"))
      scene = AnswerFixture(row, server: address, transport: AsyncHTTPClientTransport(timeout: 60))
    }

    func close() async {
      await scene.analytics.close(flushingForSeconds: 0)
      await proxy.close()
      await server.close()
    }
  }

  @Test(
    "under each fault, each answer has its documented outcome and each event is counted once",
    arguments: Vendor.all)
  func everyAnswer(vendor: Vendor) async throws {
    for (number, row) in vendor.rows.enumerated() {
      let start = number % Self.faults.count
      let faults = Array(Self.faults[start...] + Self.faults[..<start])
      let place = try await Place(row, faults)
      for fault in faults {
        if place.scene.pending == 0 { place.scene.record() }
        await place.scene.analytics.flush()
        expectPutOff(place, by: fault)
      }
      await expectAnswer(place)
      #expect(
        place.proxy.counts.faults == Dictionary(uniqueKeysWithValues: faults.map { ($0, 1) }))
      #expect(place.proxy.counts.strays == 0)
      #expect(place.proxy.counts.mishaps == 0)
      await place.close()
    }
  }

  /// Checks the result of the batch that got the fault.
  private func expectPutOff(_ place: Place, by fault: Fault) {
    guard let outcome = place.scene.outcomes.last else {
      Issue.record("\(place.row): nothing was delivered")
      return
    }
    let isUnknown = fault.kind != .status
    switch (outcome, place.row.vendor.unanswered) {
    case (.later, .sentAgain): break
    // A reset may happen while connecting: then no byte was sent.
    case (.later, _) where !isUnknown || fault == .resetOnConnect: break
    case (.accepted, .settled) where isUnknown: break
    case (.partial(let refused, []), .setAside)
    where isUnknown && refused.count == place.row.answer.events:
      break
    default: Issue.record("\(place.row): \(fault) came to \(outcome)")
    }
  }

  private func expectAnswer(_ place: Place) async {
    let (scene, faults) = (place.scene, Self.faults.count)
    let lost = place.server.bodies
    if scene.pending == 0 { scene.record() }
    place.server.answerNext(scene.answer)
    await scene.analytics.flush()
    #expect(scene.outcomes.dropFirst(faults).first == place.row.answer.outcome, "\(place.row)")
    await scene.settle()
    let bodies = place.server.bodies
    expectRepeats(place, lost, bodies.dropFirst(lost.count).first)
    let rest = bodies.dropFirst(lost.count + 1).flatMap { AnswerFixture.marks(in: $0) }
    #expect(rest.sorted() == scene.openMarks, "\(place.row)")
    scene.expectBalance()
  }

  /// Checks that repeated bodies are equal, and that only repeatable ones were repeated.
  private func expectRepeats(_ place: Place, _ lost: [[UInt8]], _ body: [UInt8]?) {
    let scene = place.scene
    for (number, outcome) in scene.outcomes.prefix(Self.faults.count).enumerated() {
      guard case .later = outcome, scene.batches.indices.contains(number + 1) else { continue }
      #expect(scene.batches[number].key == scene.batches[number + 1].key, "\(place.row)")
      #expect(scene.batches[number].body == scene.batches[number + 1].body, "\(place.row)")
    }
    if place.row.vendor.unanswered == .sentAgain {
      #expect(Set(lost + [body ?? []]).count == 1, "\(place.row)")
    } else {
      let marks = lost.flatMap { AnswerFixture.marks(in: $0) }
      #expect(Set(marks).count == marks.count, "\(place.row)")
    }
  }

  @Test(
    "a success without results accepts all events, for each vendor",
    arguments: Vendor.all)
  func success(vendor: Vendor) async throws {
    let row = try #require(vendor.rows.first)
    let place = try await Place(row, [.otherEvents])
    place.scene.record()
    await place.scene.analytics.flush()
    #expect(place.scene.outcomes == [.accepted])
    await place.scene.settle()
    #expect(place.server.bodies.count == 1)
    place.scene.expectBalance()
    await place.close()
  }
}
