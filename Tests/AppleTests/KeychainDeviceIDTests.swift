import Cairn
import CairnTesting
import Foundation
import Security
import Testing

extension KeychainTests {
  /// The device id in the keychain.
  @Suite struct KeychainDeviceIDTests {
    let record = KeychainAnonymousIDRecord(
      Keychain(service: "com.example.shop"), account: "shop.anonymousID")
    let keychain = StubKeychain.shared
    let one = "0fa3c1de-0000-4000-8000-000000000001"
    let two = "0fa3c1de-0000-4000-8000-000000000002"

    init() { keychain.reset() }

    @Test("the first identifier is kept until it is replaced explicitly")
    func kept() throws {
      #expect(try record.read() == nil)
      #expect(try record.keep(one) == one)
      #expect(try record.keep(two) == one)
      #expect(try record.read() == one)
      try record.replace(with: two)
      #expect(try record.read() == two)
    }

    @Test("the identifier of a former SDK may be any text")
    func former() throws {
      let long = "38-digit-identifier; 46394398261563291234567890"
      #expect(try record.keep(long) == long)
      #expect(try record.keep(one) == long)
      try record.replace(with: "id:")
      #expect(try record.read() == "id:")
      try record.replace(with: one)
      #expect(try record.read() == one)
    }

    @Test(
      "replacing a missing item adds it, readable on this device only, from the first unlock on"
    )
    func attributes() throws {
      try record.replace(with: one)
      #expect(try record.read() == one)
      #expect(
        keychain.stored == [
          [
            "class": "genp", "svce": "com.example.shop", "acct": "cairn.shop.anonymousID",
            "pdmn": "cku",
          ]
        ])
    }

    @Test("the second process gets the identifier that the first one stored")
    func second() throws {
      keychain.intrude(two)
      #expect(try record.keep(one) == two)
    }

    @Test("an item with other content counts as missing, and is replaced")
    func damaged() throws {
      keychain.intrude("something else")
      #expect(try record.keep(one) == one)
      #expect(try record.read() == one)
    }

    @Test("a failing keychain reports the call and the reason")
    func refused() throws {
      keychain.refuse(with: errSecInteractionNotAllowed)
      #expect(throws: AnonymousIDRecordError("SecItemCopyMatching: OSStatus -25308")) {
        try record.read()
      }
      #expect(throws: AnonymousIDRecordError("SecItemAdd: OSStatus -25308")) {
        try record.keep(one)
      }
      #expect(throws: AnonymousIDRecordError("SecItemUpdate: OSStatus -25308")) {
        try record.replace(with: one)
      }
    }

    @Test("the identifiers of each instance are in the keychain and in the user defaults")
    func platform() throws {
      let name = "tests-\(UUID().uuidString)"
      let places = try #require(AnonymousIDLocations.platform(name))
      defer { UserDefaults.standard.removeObject(forKey: "cairn.\(name).anonymousID") }
      #expect(try places.record.keep(one) == one)
      places.mirror = one
      #expect(AnonymousIDLocations.platform(name)?.mirror == one)
      #expect(UserDefaults.standard.string(forKey: "cairn.\(name).anonymousID") == one)
      let other = try #require(AnonymousIDLocations.platform(name + "-other"))
      #expect(other.mirror == nil)
      #expect(try other.record.read() == nil)
    }

    @Test("after a reinstallation an app has only the data of the keychain")
    func reinstalled() async throws {
      for survives in [false, true] {
        keychain.reset()
        var ids: [String] = []
        for _ in 1...2 {
          var configuration = Configuration(destinations: [])
          configuration.anonymousIDSurvivesReinstall = survives
          configuration.diagnostics = { _ in }
          configuration = configuration.testing(
            clock: ManualClock(), storage: TestStorage(), seed: UInt64(10 * ids.count))
          let suite = "cairn.tests.\(UUID().uuidString)"
          configuration.seams.deviceID = AnonymousIDLocations(
            record: record, settings: UserDefaultsStore(suite: suite), account: "shop")
          let analytics = Analytics(configuration)
          ids.append(analytics.anonymousID)
          await analytics.close()
          UserDefaults.standard.removePersistentDomain(forName: suite)
        }
        #expect((ids[0] == ids[1]) == survives)
        #expect(try record.read() == ids[1])
      }
    }
  }
}
