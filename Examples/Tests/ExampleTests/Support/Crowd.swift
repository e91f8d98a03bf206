import Foundation

/// Many clients that order at once, until the server stops.
struct Crowd {
  private struct Order: Decodable {
    var id: String
  }

  let address: String

  /// Returns the confirmed orders of each client; `onAnswer` is called for each of them.
  func orders(clients: Int, onAnswer: @escaping @Sendable () -> Void) async -> [String] {
    await withTaskGroup(of: [String].self) { group in
      for _ in 0..<clients {
        group.addTask {
          var ids: [String] = []
          while let id = try? await order() {
            ids.append(id)
            onAnswer()
          }
          return ids
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  private func order() async throws -> String {
    let answer = try await HTTP.post(#"{"sku": "A-1", "quantity": 2}"#, to: "\(address)/orders")
    return try JSONDecoder().decode(Order.self, from: answer).id
  }
}
