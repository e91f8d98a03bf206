#if canImport(CryptoKit) || Crypto
import Cairn
import CairnPrivacy
import CairnTesting
import Testing

@Suite("Hashing personal data")
struct HashTests {
  private let salt: [UInt8] = Array("Jefe".utf8)

  private func hashed(_ action: RedactionAction, _ value: Value) -> Value? {
    var configuration = Configuration(destinations: [])
    configuration.redaction = [.keys("secret", action: action)]
    let testing = TestAnalytics(configuration)
    testing.analytics.track("Test", ["secret": value])
    return testing.events.first?.properties["secret"]
  }

  @Test("the hash is HMAC-SHA256, as in the second case of RFC 4231")
  func vector() {
    #expect(
      hashed(.hash(salt: salt, length: 64), "what do ya want for nothing?")
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }

  @Test(
    "the hash has the requested number of digits, from 16 to 64",
    arguments: [(32, 32), (3, 16), (1_000, 64)])
  func length(_ asked: Int, _ digits: Int) throws {
    guard case .string(let text) = hashed(.hash(salt: salt, length: asked), "a") else {
      Issue.record("no text")
      return
    }
    #expect(text.count == digits)
  }

  @Test("another salt makes another hash, and a number has the hash of its digits")
  func inputs() {
    #expect(hashed(.hash(salt: salt), "7") == hashed(.hash(salt: salt), 7))
    #expect(hashed(.hash(salt: salt), "7") != hashed(.hash(salt: Array("other".utf8)), "7"))
  }

  @Test("a user is hashed once: the same in the identity, in every event and after a relaunch")
  func user() async {
    var configuration = Configuration(destinations: [])
    configuration.redaction = [.hash("userId", salt: salt)]
    let testing = TestAnalytics(configuration)
    testing.analytics.identify("jane@example.com")
    testing.analytics.track("Test")
    let relaunched = await testing.relaunch()
    relaunched.analytics.track("Test")
    let users = (testing.events + relaunched.events).map(\.userID)
    #expect(users == Array(repeating: testing.analytics.userID, count: 3))
    #expect(testing.analytics.userID?.count == 32)
    #expect(testing.events.first?.name == testing.analytics.userID)
  }
}
#endif
