import Testing

@testable import cairnlab

@Suite struct ArrivalOrderTests {
  func overtaken(_ arrivals: [(writer: Int, life: Int, number: Int)]) -> [Int] {
    var order = ArrivalOrder()
    return arrivals.compactMap { arrival in
      let mark = EventMark(writer: arrival.writer, number: arrival.number)
      return order.keeps(mark, life: arrival.life) ? nil : arrival.number
    }
  }

  @Test("only an event that arrives after a later one of its life is out of order")
  func overtaken() {
    #expect(overtaken([(1, 0, 1), (1, 0, 4), (1, 0, 2), (1, 0, 3), (1, 0, 5)]) == [2, 3])
  }

  @Test("gaps are not disorder, and each life and each writer has its own order")
  func lanes() {
    #expect(overtaken([(1, 1, 9), (1, 0, 1), (2, 0, 7), (1, 0, 5), (2, 0, 8), (1, 1, 12)]) == [])
  }
}
