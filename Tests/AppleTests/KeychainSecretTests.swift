import Cairn
import Foundation
import Security
import Testing

extension KeychainTests {
  @Suite struct KeychainSecretTests {
    let secret = KeychainSecret(service: "com.example.shop", account: "cairn.key.app")
    let bytes = Data([1, 2, 3])
    let keychain = StubKeychain.shared

    init() { keychain.reset() }

    @Test("a secret is read again, on this device from the first unlock on, until it is removed")
    func readAgain() throws {
      #expect(try secret.read() == nil)
      #expect(try secret.add(bytes) == bytes)
      #expect(try secret.read() == bytes)
      #expect(
        keychain.stored == [
          ["class": "genp", "svce": "com.example.shop", "acct": "cairn.key.app", "pdmn": "cku"]
        ])
      try secret.remove()
      #expect(try secret.read() == nil)
      try secret.remove()
    }

    @Test("whoever comes second gets what the first one stored")
    func second() throws {
      keychain.intrude("first")
      #expect(try secret.add(bytes) == Data("first".utf8))
    }

    @Test("a device that was not unlocked yet is an error, and never no secret")
    func locked() throws {
      keychain.refuse(with: errSecInteractionNotAllowed)
      #expect(throws: KeychainError.self) { try secret.read() }
      #expect(throws: KeychainError.self) { try secret.add(bytes) }
      #expect(throws: KeychainError.self) { try secret.remove() }
    }
  }
}
