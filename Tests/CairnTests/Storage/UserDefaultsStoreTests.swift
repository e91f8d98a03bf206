import Cairn
import Foundation
import Testing

@Suite struct UserDefaultsStoreTests {
  @Test("a text is read back by its name, only in its own suite")
  func texts() {
    let suite = "cairn.tests.\(UUID().uuidString)"
    defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
    let store = UserDefaultsStore(suite: suite)
    #expect(store.text("cairn.shop.anonymousID") == nil)
    store.set("one", for: "cairn.shop.anonymousID")
    #expect(UserDefaultsStore(suite: suite).text("cairn.shop.anonymousID") == "one")
    #expect(UserDefaultsStore().text("cairn.shop.anonymousID") == nil)
  }
}
