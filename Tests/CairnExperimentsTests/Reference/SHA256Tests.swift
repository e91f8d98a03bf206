import Testing

@testable import CairnExperiments

@Suite struct SHA256Tests {
  @Test(
    "SHA-256 has the values of FIPS 180-4, also for every length around the end of a block",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"
      ),
      (
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
      ),
    ])
  func examples(text: String, expected: String) {
    let hash = SHA256.hash(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    #expect(hash.joined() == expected)
  }

  @Test("a visitor's hash is HMAC-SHA256, as in RFC 4231")
  func code() {
    let salt = [UInt8](repeating: 0x0B, count: 20)
    #expect(VisitorHash.text("Hi There", salt: salt) == "b0344c61d8db38535ca8afceaf0bf12b")
  }
}
