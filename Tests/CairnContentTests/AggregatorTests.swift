import Cairn
import CairnContent
import CairnTesting
import Foundation
import Testing

@Suite struct AggregatorTests {
  static func interaction(
    _ number: UInt64, _ type: InteractionType = .view, _ url: String = "a",
    at location: String? = nil, extras: [String: Value]? = nil, by person: String = "p",
    milliseconds: Int64 = 1_000
  ) -> ContentInteraction {
    ContentInteraction(
      event: EventID(high: 1, low: number), milliseconds: milliseconds, type: type,
      group: ContentGroup(.asset(url), location: location, anonymousID: person), extras: extras)
  }

  func counts(_ interactions: [ContentInteraction]) -> [[Int]] {
    Aggregator(interactions).metrics.map { [$0.views, $0.clicks] }
  }

  @Test("views and clicks are counted apart, in the order in which the groups began")
  func counted() {
    let metrics = Aggregator([
      Self.interaction(1, .view, "a"), Self.interaction(2, .click, "b"),
      Self.interaction(3, .click, "b"), Self.interaction(4, .view, "a"),
    ]).metrics
    #expect(metrics.map(\.group.subject) == [.asset("a"), .asset("b")])
    #expect(metrics.map(\.views) == [2, 0])
    #expect(metrics.map(\.clicks) == [0, 2])
    #expect(metrics.map { $0.events.map(\.low) } == [[1, 4], [2, 3]])
  }

  @Test(
    "interactions are counted separately for each location; an empty location counts as none"
  )
  func places() {
    #expect(counts([Self.interaction(1, at: "home"), Self.interaction(2, at: "cart")]).count == 2)
    #expect(counts([Self.interaction(1, at: "home"), Self.interaction(2)]).count == 2)
    #expect(counts([Self.interaction(1, at: ""), Self.interaction(2)]) == [[2, 0]])
  }

  @Test("a URL that ends like a place is not the same URL at that place")
  func pair() {
    let joined = Self.interaction(1, .view, "u?location=home")
    #expect(counts([joined, Self.interaction(2, .view, "u", at: "home")]).count == 2)
  }

  @Test(
    "counts are separate for two people, and for an asset and an experience with one name"
  )
  func people() {
    #expect(counts([Self.interaction(1, by: "p"), Self.interaction(2, by: "q")]).count == 2)
    var experience = Self.interaction(2)
    experience.group = ContentGroup(.experience("a"), anonymousID: "p")
    #expect(counts([Self.interaction(1), experience]).count == 2)
  }

  @Test("the earliest and the latest time are kept, in any order")
  func times() {
    let metrics = Aggregator([5, 2, 9].map { Self.interaction($0, milliseconds: Int64($0)) })
      .metrics
    #expect(metrics.map { [$0.first, $0.last] } == [[2, 9]])
  }

  @Test(
    "extras of a group are merged, and contradictory ones are listed",
    arguments: [
      ([nil, nil], nil), ([nil, [:]], [:]), ([["a": 1], nil], ["a": 1]),
      ([["a": 1], ["b": 2]], ["a": 1, "b": 2]), ([["a": 1], ["a": 1, "b": 2]], ["a": 1, "b": 2]),
      ([["a": 1], ["a": "1"]], ["a": "1"]),
      ([["a": 1], ["a": 2]], ["all": [["a": 1], ["a": 2]]]),
      (
        [["a": 1], nil, ["b": 1], ["b": [1, 2]]], ["all": [["a": 1], ["b": 1], ["b": [1, 2]]]]
      ),
    ] as [([[String: Value]?], [String: Value]?)])
  func extras(given: [[String: Value]?], merged: [String: Value]?) {
    let interactions = given.enumerated().map {
      Self.interaction(UInt64($0.offset), extras: $0.element)
    }
    #expect(Aggregator(interactions).metrics.map(\.extras) == [merged])
  }

  @Test("the same events have the same identifier in any order, and other events another one")
  func names() throws {
    let all = (1...4).map { Self.interaction($0) }
    let name = try #require(Aggregator(all).metrics.first?.id)
    #expect(Aggregator(all.reversed()).metrics.first?.id == name)
    #expect(Aggregator(all.dropLast()).metrics.first?.id != name)
    #expect(Aggregator(all + [Self.interaction(5)]).metrics.first?.id != name)
    #expect(name.uuidString.dropFirst(14).first == "5")
  }

  @Test(
    "a measurement is no view and no click; time is summed, shares and depths are the largest")
  func measures() {
    var (view, first, second) = (Self.interaction(1), Self.interaction(2), Self.interaction(3))
    view.measures = ContentMeasures(viewableImpressions: 1)
    (first.type, second.type) = (nil, nil)
    first.measures = ContentMeasures(
      dwellMilliseconds: 1_500, visibleFraction: 0.5, scrollDepth: 0.9)
    second.measures = ContentMeasures(dwellMilliseconds: 250, visibleFraction: 0.75)
    let all = [view, first, second, Self.interaction(4, .click)]
    for order in [all, all.reversed()] {
      let metrics = Aggregator(order).metrics
      #expect(metrics.map { [$0.views, $0.clicks] } == [[1, 1]])
      #expect(
        metrics.map(\.measures) == [
          ContentMeasures(
            viewableImpressions: 1, dwellMilliseconds: 1_750, visibleFraction: 0.75,
            scrollDepth: 0.9)
        ])
    }
    #expect(Aggregator([Self.interaction(1)]).metrics.map(\.measures) == [nil])
  }

  @Test("however interactions are mixed, each is counted once, in its group", arguments: 1...200)
  func sums(seed: UInt64) {
    var dice = Dice(seed: seed)
    let interactions = (0..<UInt64(dice.below(120))).map { number in
      Self.interaction(
        number, dice.hits(500) ? .view : .click, "\(dice.below(4))",
        at: dice.hits(300) ? nil : "\(dice.below(3))", by: "\(dice.below(2))",
        milliseconds: Int64(dice.below(1_000)))
    }
    let metrics = Aggregator(interactions).metrics
    #expect(Set(metrics.map(\.group)).count == metrics.count)
    #expect(Set(metrics.map(\.id)).count == metrics.count)
    for group in metrics {
      let own = interactions.filter { $0.group == group.group }
      #expect(group.views == own.count { $0.type == .view })
      #expect(group.clicks == own.count { $0.type == .click })
      #expect(group.events == own.map(\.event))
      #expect(group.first == own.map(\.milliseconds).min())
      #expect(group.last == own.map(\.milliseconds).max())
    }
    #expect(metrics.reduce(0) { $0 + $1.events.count } == interactions.count)
  }
}
