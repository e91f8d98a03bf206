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
      KeychainAnonymousIDRecord(
        Keychain(service: group ?? app, group: group), account: "shop.anonymousID")
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

    @Test("an app that joins a group takes its identifiers along, in place of its extension's")
    func joins() throws {
      let app = SystemInfo.bundle("CFBundleIdentifier") ?? "cairn"
      _ = try install(of: app, inGroup: nil).keep(id, for: "shop")
      _ = try anonymousID(of: app, inGroup: nil).keep(text)
      _ = try install(of: "widget").keep(InstallID(SystemRandomness()), for: "shop")
      _ = try anonymousID(of: "widget").keep("0fa3c1de-0000-4000-8000-000000000002")
      for _ in 1...2 {
        try AppGroupIdentifiers.join("shop", "shop", Self.group, InMemoryFileSystem())
        #expect(try install(of: app).read("shop") == id)
        #expect(try anonymousID(of: app).read() == text)
        #expect(try install(of: "widget").read("shop") == id)
      }
      #expect(keychain.stored.allSatisfy { $0["agrp"] == Self.group })
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
