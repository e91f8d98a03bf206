import Cairn
import Testing

/// The consequences of the mark of an attempt, as tables.
@Suite struct AttemptMarkTests {
  static let wall: WallTime = 1_767_225_600_000
  static let batch = BatchKey(high: 0x0193_5B6E_0B0A_7A27, low: 0x9A54_27C2_CD1F_5A11)
  static let retry = RetryPolicy(jitter: .none)

  static func mark(deaths: UInt32, isUnderWay: Bool = false, notBefore: WallTime = 0) -> AttemptMark
  {
    var mark = AttemptMark()
    mark.batch = batch
    mark.deaths = deaths
    mark.isUnderWay = isUnderWay
    mark.notBefore = notBefore
    return mark
  }

  @Test(
    "each death in a row doubles the pause, up to five minutes",
    arguments: [
      (0, 1_000), (1, 2_000), (2, 4_000), (8, 256_000), (9, 300_000), (1_000, 300_000),
    ])
  func doubles(before: UInt32, pause: Int64) {
    let mark = Self.mark(deaths: before, isUnderWay: true, notBefore: 7)
    #expect(
      mark.afterDeath(Self.retry, wall: Self.wall, random: 5)
        == Self.mark(deaths: before + 1, notBefore: Self.wall + Milliseconds(pause)))
  }

  @Test("the number of deaths has an end, and a policy of days pauses for five minutes")
  func bounds() {
    let mark = Self.mark(deaths: .max, isUnderWay: true)
    let retry = RetryPolicy(firstDelay: 300, maximumDelay: 86_400, jitter: .none)
    #expect(
      mark.afterDeath(retry, wall: Self.wall, random: 0)
        == Self.mark(deaths: .max, notBefore: Self.wall + 300_000))
  }

  @Test("with jitter the first death costs a second at most", arguments: [0, 999, 1_000, 1_001])
  func jitter(random: UInt64) {
    let mark = Self.mark(deaths: 0, isUnderWay: true)
    let after = mark.afterDeath(RetryPolicy(), wall: Self.wall, random: random)
    #expect(after.notBefore == Self.wall + Milliseconds(Int64(random % 1_001)))
  }

  @Test("an attempt that ended resets the deaths, and a cancelled one does not")
  func ended() {
    let mark = Self.mark(deaths: 3, isUnderWay: true, notBefore: 9)
    #expect(mark.ended(isCancelled: false) == Self.mark(deaths: 0))
    #expect(mark.ended(isCancelled: true) == Self.mark(deaths: 3, notBefore: 9))
  }

  @Test(
    "the remainder of a pause is at most its whole length, whatever the wall clock is",
    arguments: [
      (0, 500, 0), (1, 0, 0), (1, -500, 0), (1, 500, 500), (1, 1_000, 1_000),
      (1, 86_400_000, 1_000),
      (3, 86_400_000, 4_000), (60, 86_400_000, 300_000),
    ])
  func remainder(deaths: UInt32, ahead: Int64, left: Int64) {
    let mark = Self.mark(deaths: deaths, notBefore: Self.wall + Milliseconds(ahead))
    #expect(mark.remainder(Self.retry, wall: Self.wall) == Milliseconds(left))
  }

  @Test("times at the ends of the numbers do not overflow")
  func extremes() {
    let mark = Self.mark(deaths: 1, notBefore: .max)
    #expect(mark.remainder(Self.retry, wall: .min) == 1_000)
  }

  @Test("a written mark is read back")
  func roundTrip() {
    for mark in [
      AttemptMark(), Self.mark(deaths: 0, isUnderWay: true),
      Self.mark(deaths: 7, notBefore: Self.wall), Self.mark(deaths: .max, isUnderWay: true),
    ] {
      let bytes = mark.encoded()
      #expect(bytes.count == AttemptMark.size)
      #expect(bytes.withUnsafeBytes { AttemptMark($0) } == mark)
    }
  }

  @Test("a mark with any one byte changed, or truncated anywhere, is ignored")
  func damaged() {
    let bytes = Self.mark(deaths: 7, isUnderWay: true, notBefore: Self.wall).encoded()
    for place in bytes.indices {
      var other = bytes
      other[place] ^= 0x40
      #expect(other.withUnsafeBytes { AttemptMark($0) } == nil, "\(place)")
      #expect(bytes.prefix(place).withUnsafeBytes { AttemptMark($0) } == nil, "\(place)")
    }
    let zeros = [UInt8](repeating: 0, count: AttemptMark.size)
    #expect(zeros.withUnsafeBytes { AttemptMark($0) } == nil)
  }

  @Test("the bytes of a mark are those of the format")
  func bytes() {
    let bytes = Self.mark(deaths: 2, isUnderWay: true, notBefore: 0x0102).encoded()
    #expect(Array(bytes.prefix(8)) == Array("EVJATT1\0".utf8))
    #expect(
      Array(bytes[16...]) == [
        0x27, 0x7A, 0x0A, 0x0B, 0x6E, 0x5B, 0x93, 0x01, 0x11, 0x5A, 0x1F, 0xCD, 0xC2, 0x27, 0x54,
        0x9A, 2, 0, 0, 0, 1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0,
      ])
  }
}
