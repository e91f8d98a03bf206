#if canImport(UIKit)
import Cairn
import CairnPrivacy
import Foundation
import Security
import Testing

extension KeychainTests {
  @Suite struct KeychainKeyStoreTests {
    let store = KeychainKeyStore(service: "com.example.shop")
    let keychain = StubKeychain.shared

    init() { keychain.reset() }

    @Test("a key is made once, on this device from the first unlock on, until it is destroyed")
    func made() throws {
      let key = try store.key(for: "app")
      #expect(key.count == 32)
      #expect(try store.key(for: "app") == key)
      #expect(
        keychain.stored == [
          ["class": "genp", "svce": "com.example.shop", "acct": "cairn.key.app", "pdmn": "cku"]
        ])
      try store.destroyKey(for: "app")
      #expect(keychain.stored.isEmpty)
      try store.destroyKey(for: "app")
      #expect(try store.key(for: "app") != key)
    }

    @Test("the processes of an app group have the app's key, and no extension makes one")
    func group() throws {
      keychain.join(["group.shop"])
      let old = try store.key(for: "app")
      func process(isApp: Bool) -> KeychainKeyStore {
        KeychainKeyStore(service: "com.example.shop", appGroup: "group.shop", mayMake: isApp)
      }
      #expect(throws: (any Error).self) { try process(isApp: false).key(for: "app") }
      #expect(try process(isApp: true).key(for: "app") == old)
      #expect(try process(isApp: false).key(for: "app") == old)
      try process(isApp: true).destroyKey(for: "app")
      #expect(keychain.stored == [])
      #expect(try process(isApp: true).key(for: "app") != old)
    }

    @Test("instances have keys of their own")
    func instances() throws {
      #expect(try store.key(for: "one") != store.key(for: "two"))
    }

    @Test("the second process gets the key that the first one created")
    func second() throws {
      let first = [UInt8](repeating: 65, count: 32)
      keychain.intrude(String(decoding: first, as: UTF8.self))
      #expect(try store.key(for: "app") == first)
    }

    @Test("a device that was not unlocked yet is an error, and never a new key")
    func locked() throws {
      let key = try store.key(for: "app")
      keychain.refuse(with: errSecInteractionNotAllowed)
      #expect(throws: KeychainError.self) { try store.key(for: "app") }
      #expect(throws: KeychainError.self) { try store.destroyKey(for: "app") }
      keychain.refuse(with: nil)
      #expect(try store.key(for: "app") == key)
    }
  }
}
#endif
