import Cairn
import CairnAdobe
import CairnContent
import CairnTesting
import Foundation
import Testing

/// The state that the network wants to receive with every request.
@Suite struct EdgeStateTests {
  let scene = EdgeFixture()

  func store(_ key: String, _ value: String, _ age: Int) -> String {
    #"{"handle":[{"type":"state:store","eventIndex":0,"payload":[{"key":"\#(key)","value":"\#(value)","maxAge":\#(age)}]}]}"#
  }

  func hint(_ name: String, _ seconds: Int, scope: String = "EdgeNetwork") -> String {
    #"{"handle":[{"type":"locationHint:result","payload":[{"scope":"\#(scope)","hint":"\#(name)","ttlSeconds":\#(seconds)}]}]}"#
  }

  func send(_ content: ContentAnalytics, _ answer: String = "") async {
    scene.network.answerNext(.body(answer))
    content.trackAsset("A")
    await content.analytics.flush()
  }

  @Test("entries are sent with every request until they expire, also in the next launch")
  func entries() async {
    let content = scene.launch()
    await send(content, store("one", "1", 100) + "\n\0" + store("two", "2", 10) + "\n\0")
    await send(content)
    await content.analytics.engine?.stop()
    let next = scene.launch()
    await send(next)
    scene.clock.advance(bySeconds: 11)
    await send(next)
    scene.clock.advance(bySeconds: 100)
    await send(next)
    #expect(
      scene.network.requests.map(\.state)
        == [[], ["one=1", "two=2"], ["one=1", "two=2"], ["one=1"], []])
  }

  @Test("an entry is replaced by its key, and removed by an age of nothing or less")
  func replaced() async {
    let content = scene.launch()
    await send(content, store("one", "1", 100) + "\n" + store("two", "2", 100))
    await send(content, store("one", "3", 100) + "\n" + store("two", "", 0))
    await send(content, store("one", "", -1))
    await send(content)
    #expect(
      scene.network.requests.map(\.state) == [[], ["one=1", "two=2"], ["one=3"], []])
  }

  @Test("a location hint becomes a part of the path until it expires; strange ones do not")
  func hints() async {
    let content = scene.launch()
    await send(content, hint("or2", 1_800))
    await send(content, hint("x", 1_800, scope: "Target"))
    scene.clock.advance(bySeconds: 1_801)
    await send(content, hint("../../v2", 1_800))
    await send(content)
    #expect(
      scene.network.requests.map(\.url.path)
        == ["/ee/v1/interact", "/ee/or2/v1/interact", "/ee/v1/interact", "/ee/v1/interact"])
  }

  @Test("warnings of the network are logged, and an answer that is not JSON is a success")
  func problems() async {
    let content = scene.launch()
    await send(content, #"{"errors":[{"status":503,"title":"An upstream is busy"}]}"# + "\n\0")
    await send(content, "taken")
    let said = scene.said.items.withLock { $0 }.filter { $0.hasPrefix("warning") }
    #expect(said == ["warning destination.answer: adobe: 503 An upstream is busy"])
    #expect(content.analytics.ledger().destinations.map(\.delivered) == [2])
  }

  @Test("an invalid part of an answer does not affect the others")
  func odd() async {
    let content = scene.launch()
    await send(
      content,
      """
      {"handle":[{"type":"odd","payload":"x","eventIndex":"soon"},7,{"type":1,"payload":[1]},\
      {"type":"state:store","payload":[7,{"key":"two","value":2,"maxAge":"long"},\
      {"key":"one","value":"1","maxAge":100}]}],\
      "errors":[{"status":"503","title":"An upstream is busy"},"odd"],"warnings":{"status":1}}
      """)
    await send(content)
    #expect(scene.network.requests.map(\.state) == [[], ["one=1"]])
    let said = scene.said.items.withLock { $0 }.filter { $0.hasPrefix("warning") }
    #expect(
      said == [
        "warning destination.answer: adobe: 503 An upstream is busy",
        "warning destination.answer: adobe: a problem without a description",
      ])
  }

  @Test("reset removes the network's state")
  func reset() async {
    let content = scene.launch()
    await send(content, store("one", "1", 100))
    content.reset()
    await send(content)
    #expect(scene.network.requests.map(\.state) == [[], []])
  }
}
