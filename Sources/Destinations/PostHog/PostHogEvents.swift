import Cairn

/// The events of a request, without repeats: PostHog rejects a request that contains an event
/// twice.
struct PostHogEvents {
  /// The `batch` member, as JSON.
  let json: [UInt8]
  /// The indices of the items for each `uuid`.
  let numbers: [String: [Int]]
  let count: Int

  init(_ sealed: MappedBatch) {
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
