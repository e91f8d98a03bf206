import Cairn

/// The events of a request, each once: PostHog refuses a request that has one twice.
struct PostHogEvents {
  /// The JSON of `batch`.
  let json: [UInt8]
  /// Of each `uuid`, the numbers of its items.
  let numbers: [String: [Int]]
  let count: Int

  init(_ sealed: SealedItems) {
    var numbers: [String: [Int]] = [:]
    var first: [Int] = []
    for (number, item) in sealed.items.enumerated() {
      let uuid = item.id.description
      if numbers[uuid] == nil { first.append(number) }
      numbers[uuid, default: []].append(number)
    }
    json = sealed.only(first).json
    self.numbers = numbers
    count = sealed.items.count
  }
}
