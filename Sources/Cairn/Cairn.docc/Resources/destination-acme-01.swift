import Cairn
import Foundation

struct AcmeDestination: Destination {
  let name = "acme"

  func deliver(_ batch: Batch) async -> Outcome {
    .later(afterSeconds: nil, reason: "deliver is not implemented")
  }
}
