import Cairn
import CairnTesting
import Foundation
import Security
import Testing

extension KeychainTests {
  /// Identifiers that the processes of an app group share in the keychain.
  @Suite struct KeychainGroupTests {
    static let group = "group.com.example.shop"
    let keychain = StubKeychain.shared
    let id = InstallID(SystemRandomness())
    let text = "0fa3c1de-0000-4000-8000-000000000001"

    init() {
      keychain.reset()
      keychain.join([Self.group])
    }

    /// The record of a process: the app or one of its extensions.
    func install(of app: String, inGroup group: String? = group) -> KeychainInstallRecord {
      KeychainInstallRecord(service: app, inGroup: group)
    }

    func anonymousID(of app: String, inGroup group: String? = group) -> KeychainAnonymousIDRecord {
      let own = Keychain(service: app)
      return KeychainAnonymousIDRecord(
        group.map { Keychain(service: $0, group: $0) } ?? own, account: "shop.anonymousID",
        own: group.map { _ in own })
    }

    @Test(
      "an app and its extension have the same identifiers, in the access group of the app group")
    func shared() throws {
      #expect(try install(of: "com.example.shop").keep(id, for: "shop") == id)
      #expect(try install(of: "com.example.shop.widget").read("shop") == id)
      #expect(try anonymousID(of: "com.example.shop.widget").keep(text) == text)
      #expect(try anonymousID(of: "com.example.shop").read() == text)
      #expect(keychain.stored.allSatisfy { $0["agrp"] == Self.group && $0["pdmn"] == "cku" })
    }

    @Test("an app that joins a group keeps its identifiers, and its extension gets them")
    func joins() throws {
      _ = try install(of: "com.example.shop", inGroup: nil).keep(id, for: "shop")
      _ = try anonymousID(of: "com.example.shop", inGroup: nil).keep(text)
      #expect(try install(of: "com.example.shop").read("shop") == id)
      #expect(try anonymousID(of: "com.example.shop").read() == text)
      #expect(try install(of: "com.example.shop.widget").read("shop") == id)
    }

    @Test("what is erased does not return from the app's own item")
    func erased() throws {
      _ = try anonymousID(of: "com.example.shop", inGroup: nil).keep(text)
      let record = anonymousID(of: "com.example.shop")
      _ = try record.keep(text)
      try record.remove()
      #expect(try record.read() == nil)
      #expect(keychain.stored == [])
    }

    @Test("a process without the capability gets an error, and no other identifier")
    func foreign() throws {
      _ = try install(of: "com.example.shop").keep(id, for: "shop")
      keychain.join([])
      #expect(throws: InstallRecordError("SecItemCopyMatching: OSStatus -34018")) {
        try install(of: "com.example.other").read("shop")
      }
      #expect(throws: AnonymousIDRecordError.self) {
        try anonymousID(of: "com.example.other").read()
      }
    }
  }
}
