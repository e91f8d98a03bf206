import Cairn
import CairnExperiments

/// The number of visitors in each arm of an experience, compared with the allocation.
struct Distribution: Encodable {
  struct Share: Encodable {
    /// The variation's key; nil for visitors outside the traffic.
    var variation: String?
    /// The share of all visitors, from 0 to 1.
    var allotted: Double
    var visitors: Int
  }

  var key: String
  var id: String
  var layout: String
  var visitors: Int
  var shares: [Share]
  var chiSquare: Double
  /// The probability of a split that deviates at least this much.
  var probability: Double
  var isProbable: Bool

  init(_ experience: Experience, visitors: Int, limit: Double) {
    key = experience.key
    id = experience.id
    layout = experience.layout.rawValue
    self.visitors = visitors
    shares = Self.allotted(experience)
    for number in 1...visitors {
      let value = Bucketer.value(experienceID: experience.id, visitorID: "visitor-\(number)")
      let arm = Bucketer.arm(of: experience.arms, at: value, layout: experience.layout)
      shares[arm ?? shares.count - 1].visitors += 1
    }
    let test = ChiSquare(shares.map { (Double($0.visitors), $0.allotted * Double(visitors)) })
    chiSquare = test.value
    probability = test.probability
    isProbable = probability >= limit
  }

  /// Returns the weights as given, except that those beyond 100 % get the rest; outside the traffic
  /// is last.
  private static func allotted(_ experience: Experience) -> [Share] {
    var left = 1.0
    let shares = experience.arms.map { arm -> Share in
      let share = arm.isActive ? min(max(arm.weight, 0) / 100, left) : 0
      left = max(0, left - share)
      return Share(variation: arm.variation.key, allotted: share, visitors: 0)
    }
    // Rounds, because thirds leave a tiny rest.
    let rest = (left * 1e9).rounded() / 1e9
    return shares + [Share(variation: nil, allotted: rest, visitors: 0)]
  }
}
