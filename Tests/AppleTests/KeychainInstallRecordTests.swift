import Cairn
import CairnTesting
import Foundation
import Security
import Testing

extension KeychainTests {
  /// The installation record in the keychain, on a keychain in memory.
  @Suite struct KeychainInstallRecordTests {
    let record = KeychainInstallRecord(service: "com.example.shop")
    let id = InstallID(SystemRandomness())
    let keychain = StubKeychain.shared

    init() { keychain.reset() }

    @Test("a stored identifier is read again, only by the same app with the same account")
    func readAgain() throws {
      #expect(try record.read("one") == nil)
      #expect(try record.keep(id, for: "one") == id)
      #expect(try record.read("one") == id)
      #expect(try record.read("two") == nil)
      #expect(try KeychainInstallRecord(service: "com.example.other").read("one") == nil)
    }

    @Test("the item is readable from the first unlock on, and never leaves the device")
    func attributes() throws {
      _ = try record.keep(id, for: "one")
      #expect(
        keychain.stored == [
          ["class": "genp", "svce": "com.example.shop", "acct": "cairn.one", "pdmn": "cku"]
        ])
      #expect(record.staysWithDevice)
    }

    @Test("the second process gets the identifier that the first one stored")
    func second() throws {
      let other = InstallID(SystemRandomness())
      keychain.intrude(other.text)
      #expect(try record.keep(id, for: "one") == other)
      #expect(try record.keep(id, for: "one") == other)
    }

    @Test("before the first unlock the identifier is unavailable, which differs from missing")
    func locked() throws {
      _ = try record.keep(id, for: "one")
      keychain.refuse(with: errSecInteractionNotAllowed)
      let refused = InstallRecordError("SecItemCopyMatching: OSStatus -25308")
      #expect(throws: refused) { try record.read("one") }
      #expect(throws: InstallRecordError("SecItemAdd: OSStatus -25308")) {
        try record.keep(id, for: "one")
      }
      keychain.refuse(with: nil)
      #expect(try record.read("one") == id)
    }

    @Test("an item with other content is not an identifier")
    func damaged() throws {
      keychain.intrude("something else")
      #expect(throws: InstallRecordError.self) { try record.keep(id, for: "one") }
      #expect(throws: InstallRecordError.self) { try record.read("one") }
    }

    @Test("the record of the default folder is the keychain, and recognises a restored journal")
    func restored() async throws {
      let phone = TestStorage()
      let server = RecordingDestination(answer: { _ in .later(afterSeconds: 1, reason: "x") })
      let before = try await run(on: phone, server)
      let other = phone.copyOnAnotherDevice()
      keychain.reset()
      let after = try await run(on: other, server)
      #expect(before != after)
      #expect(try other.files.list("/test/shop").count == 2)
      #expect(keychain.stored.map { $0["acct"] } == ["cairn.shop"])
    }

    /// Starts and closes the SDK on a device; returns the anonymous identifier.
    func run(on storage: TestStorage, _ server: RecordingDestination) async throws -> String {
      var configuration = Configuration(destinations: [server])
      configuration.instance = "shop"
      configuration.diagnostics = { _ in }
      configuration = configuration.testing(clock: ManualClock(), storage: storage)
      let record = try #require(DefaultInstallRecord.make(storage.files) as? KeychainInstallRecord)
      configuration.seams.installs = record
      let analytics = Analytics(configuration)
      await analytics.close()
      return analytics.anonymousID
    }
  }
}
