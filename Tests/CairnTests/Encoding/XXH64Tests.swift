import Cairn
import Testing

@Suite struct XXH64Tests {
  @Test(
    "XXH64 has the published values",
    arguments: [
      ("", 0, 0xEF46_DB37_51D8_E999), ("123456789", 0, 0x8CB8_41DB_40E6_AE83),
      ("a", 0, 0xD24E_C4F1_A98C_6E5B), ("abc", 0, 0x44BC_2CF5_AD77_0999),
      ("xxhash", 0, 0x32DD_38952C4BC720), ("xxhash", 20_141_025, 0xB559_B98D_844E_0635),
      (
        "Nobody inspects the spammish repetition", 0, 0xFBCE_A83C_8A37_8BF1
      ),
    ] as [(String, UInt64, UInt64)])
  func published(text: String, seed: UInt64, expected: UInt64) {
    #expect(XXH64.hash(Array(text.utf8), seed: seed) == expected)
  }

  @Test("XXH64 does not depend on the alignment of the bytes")
  func alignment() {
    let text = Array("Nobody inspects the spammish repetition, and not the other 31".utf8)
    let expected = XXH64.hash(text, seed: 7)
    for shift in 1..<9 {
      let moved = [UInt8](repeating: 1, count: shift) + text
      let hash = moved.withUnsafeBytes { XXH64.hash($0.slice(shift, text.count), seed: 7) }
      #expect(hash == expected)
    }
  }
}
