import CairnTesting
import Testing

@testable import CairnExperiments

@Suite struct RecentlyUsedTests {
  @Test("for any operations, the order is that of a plain list")
  func model() {
    var dice = Dice(seed: 3)
    var used = RecentlyUsed<Int>()
    var model: [(name: String, value: Int)] = []
    for step in 0..<4_000 {
      let name = "\(dice.below(12))"
      let known = model.firstIndex { $0.name == name }.map { model.remove(at: $0) }
      switch dice.below(5) {
      case 0, 1:
        used.set(name, step)
        model.append((name, step))
      case 2:
        #expect(used.use(name) == known?.value)
        if let known { model.append(known) }
      case 3: #expect(used.remove(name) == known?.value)
      default:
        if let known { model.insert(known, at: 0) }
        used = rebuilt(model)
        #expect(used.removeOldest()?.value == model.first?.value)
        model = Array(model.dropFirst())
      }
      #expect(used.inOrder.map(\.name) == model.map(\.name))
      #expect(used.inOrder.map(\.value) == model.map(\.value))
      #expect(used.count == model.count)
    }
  }

  private func rebuilt(_ items: [(name: String, value: Int)]) -> RecentlyUsed<Int> {
    var used = RecentlyUsed<Int>()
    for item in items { used.set(item.name, item.value) }
    return used
  }
}
