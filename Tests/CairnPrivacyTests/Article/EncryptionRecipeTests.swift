#if canImport(CryptoKit) || Crypto
import Cairn
import CairnPrivacy
import CairnTesting
import Foundation
import Testing

/// The code of the article Recipes that encrypts and redacts.
@Suite struct EncryptionRecipeTests {
  @Test func encrypt() throws {
    let keys = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: keys) }
    var configuration = Configuration(destinations: [])
    configuration.encryption = .chaChaPoly()
    #expect(configuration.encryption?.isOn == true)

    configuration.encryption = .chaChaPoly(FileKeyStore(directory: keys))
    let testing = TestAnalytics(configuration)
    testing.analytics.track("Product Viewed")
    #expect(testing.analytics.ledger().storageProblem == nil)
    let files = try FileManager.default.contentsOfDirectory(atPath: keys.path)
    #expect(files.filter { $0.hasSuffix(".key") }.count == 1)
  }

  @Test func redact() throws {
    let salt = Data("a secret of this app".utf8)
    var configuration = Configuration(destinations: [])
    configuration.redaction = [
      .keys("password", "token", action: .remove),
      .pattern(.email, action: .hash(salt: salt)),
    ]

    let testing = TestAnalytics(configuration)
    testing.analytics.track("Form Sent", ["password": "x", "contact": "ada@example.com"])
    let properties = try #require(testing.events.first?.properties)
    #expect(properties["password"] == nil)
    #expect(properties["contact"]?.stringValue?.count == 32)
  }
}
#endif
