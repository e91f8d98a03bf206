import Cairn
import CairnCollector
import CairnTesting
import Foundation
import Testing

@testable import cairnlab

/// The SDK, real sockets and real collectors: a small demo with a list of faults instead of random
/// ones.
@Suite(.timeLimit(.minutes(60))) struct EveryFaultTests {
  /// A destination with its environment.
  struct Place {
    var destination: DemoDestination
    var script: FaultScript
    var proxy: FaultProxy
    /// Every fault, in a different order for each destination.
    var faults: [Fault]
  }

  static let events = 4_000
  /// The number of events in a batch, so large that half of them are also large enough for a 413.
  static let batch = 120

  @Test("three destinations that meet every fault have every event, once, in order, and balance")
  func everyFault() async throws {
    let folder = try DemoFolder()
    defer { folder.remove() }
    let destinations = try ["one", "two", "three"].map {
      try DemoDestination($0, database: folder.database($0))
    }
    let writer = try folder.writer(1)
    try await DemoDestination.running(destinations) {
      let places = try await open(destinations)
      let half = Fault.allCases.count / 2
      let first = try launch(places, writer)
      await play(places) { $0.faults.prefix(half) }
      // A request is in progress: its batch is sent again by the next life, which has more to send.
      await first.close(flushingForSeconds: 0)
      let second = try launch(places, writer)
      await play(places) { $0.faults.dropFirst(half) }
      while await !second.flush().isComplete {}
      for place in places { try check(place, writer, second.ledger()) }
      await second.close()
      for place in places { await place.proxy.close() }
    }
  }

  func open(_ destinations: [DemoDestination]) async throws -> [Place] {
    var places: [Place] = []
    for (number, destination) in destinations.enumerated() {
      let start = Fault.allCases.count / destinations.count * number
      let faults = Fault.allCases[start...] + Fault.allCases[..<start]
      let script = FaultScript()
      let port = try await destination.collector.boundPort()
      let proxy = try await FaultProxy(to: port, faults: script)
      places.append(
        Place(destination: destination, script: script, proxy: proxy, faults: Array(faults)))
    }
    return places
  }

  /// Plays these faults for every destination, at the same time.
  func play(_ places: [Place], _ faults: (Place) -> ArraySlice<Fault>) async {
    await withTaskGroup { group in
      for place in places {
        let faults = faults(place)
        group.addTask { await place.script.play(faults) }
      }
    }
  }

  /// Starts a life of the writer, which tracks half of the events at once.
  func launch(_ places: [Place], _ writer: WriterFolder) throws -> Analytics {
    let analytics = Analytics(try configuration(places, writer))
    let witness = try Witness(path: writer.witness)
    var track = NumberedEvents(writer: 1, analytics: analytics, witness: witness)
    for _ in 0..<Self.events / 2 { try track.next() }
    return analytics
  }

  func configuration(_ places: [Place], _ writer: WriterFolder) throws -> Configuration {
    var configuration = Configuration(
      writeKey: "test",
      destinations: try places.map {
        try DestinationAddress(name: $0.destination.name, port: $0.proxy.port)
          .destination(limits: BatchLimits(events: Self.batch))
      })
    configuration.directory = writer.journal
    // The network links of this machine must not affect the test.
    configuration.seams.host = ManualHost()
    configuration.flushAt = Self.batch
    configuration.flushInterval = 1
    configuration.retry = RetryPolicy(firstDelay: 0.01, maximumDelay: 0.05)
    return configuration
  }

  func check(_ place: Place, _ writer: WriterFolder, _ ledger: Ledger) throws {
    let name = place.destination.name
    let rows = try StoredRows(path: place.destination.database)
    let proof = Proof([WitnessRecord(contentsOf: writer.witness)], rows)
    #expect(proof.acknowledged == Self.events)
    #expect(proof.stored == Self.events)
    #expect(proof.lost.isEmpty, "\(name)")
    #expect(proof.storedTwice == 0)
    #expect(proof.outOfOrder == 0, "\(name)")
    #expect(proof.holds)
    // Each fault happened once, and those that fail after storing caused duplicates.
    let counts = place.proxy.counts
    #expect(counts.faults == Dictionary(uniqueKeysWithValues: Fault.allCases.map { ($0, 1) }))
    #expect(counts.strays == 0)
    #expect(counts.mishaps == 0)
    #expect(place.destination.collector.statistics().duplicatesReceived > 0)
    #expect(try #require(place.script.pause(after: .tooManySeconds)) >= .seconds(1))
    #expect(try #require(place.script.pause(after: .tooManyDate)) >= .seconds(0.5))
    let row = try #require(ledger.destinations.first { $0.name == name })
    #expect(row.balances)
    #expect(row.accepted == UInt64(Self.events))
    #expect(row.delivered == UInt64(Self.events), "\(ledger)")
  }
}
