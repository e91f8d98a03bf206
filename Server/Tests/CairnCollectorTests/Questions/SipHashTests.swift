import Testing

@testable import CairnCollector

@Suite("SipHash-2-4")
struct SipHashTests {
  @Test("SipHash has the value in the appendix of its specification")
  func vector() {
    let input = (UInt8(0)..<15).map { $0 }
    let hash = input.withUnsafeBytes {
      SipHash.hash($0, key: (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908))
    }
    #expect(hash == 0xa129_ca61_49be_45e5)
  }
}
