import Cairn
import CairnAdobe
import CairnContent
import CairnTesting

/// A program that counts interactions, and its steps.
struct ContentScenario: Sendable {
  var seed: UInt64
  var isCollecting = false
  var settings = ContentConfiguration([
    "edge.configId": "ds", "contentanalytics.sendsMeasures": true,
  ])
  var segmentBytes = 2_048
  var steps: [ContentStep] = []

  init(seed: UInt64) { self.seed = seed }

  static func random(seed: UInt64, steps count: Int = 60) -> ContentScenario {
    var dice = Dice(seed: seed &* 211)
    var scenario = ContentScenario(seed: seed)
    scenario.isCollecting = dice.hits(500)
    scenario.settings.maxBatchSize = [1, 4, 10][dice.below(3)]
    scenario.settings.batchingEnabled = dice.hits(800)
    scenario.settings.excludeAssetsFromUntrackedExperience = dice.hits(500)
    scenario.segmentBytes = [900, 2_048, 8_192][dice.below(3)]
    for _ in 0..<count { scenario.steps.append(step(&dice)) }
    return scenario
  }

  private static func step(_ dice: inout Dice) -> ContentStep {
    switch dice.below(100) {
    case ..<36: return .track((0...dice.below(5)).map { _ in kind(&dice) })
    case ..<38: return .register(dice.below(Experiences.all.count))
    case ..<58: return .pass(dice.hits(700) ? dice.below(3_000) : dice.below(100_000))
    case ..<76: return .answer(dice.next())
    case ..<79: return .flush
    case ..<81: return .background
    case ..<86: return .kill(roll: dice.next())
    case ..<95: return .doom(dice.below(40))
    default: return .cut(dice.below(4))
    }
  }

  private static func kind(_ dice: inout Dice) -> ContentTally.Kind {
    let isPoison = dice.hits(60)
    var kind = ContentTally.Kind(
      subject: isPoison ? ContentTally.Kind.poison : subject(&dice),
      location: dice.hits(300) ? nil : ["home", "cart"][dice.below(2)],
      type: dice.hits(600) ? .view : .click)
    if dice.hits(250) { (kind.type, kind.dwell) = (nil, 1 + dice.below(100_000)) }
    return kind
  }

  private static func subject(_ dice: inout Dice) -> ContentSubject {
    let number = dice.below(Experiences.all.count)
    return dice.hits(300)
      ? .experience(Experiences.all[number].id) : .asset("https://x.test/\(number).jpg")
  }
}

extension ContentScenario: Play {
  var setting: String {
    "collect \(isCollecting), \(settings.schedule), segments of \(segmentBytes) bytes"
  }
}

/// The experiences that a program may show.
enum Experiences {
  static let all = (0..<3).map { number in
    let assets = (0...number).map { ContentItem("https://x.test/\(number)/\($0).jpg") }
    let texts = [ContentItem("Experience \(number)", styles: ["size": .int(number)])]
    let id = ExperienceID(assets: assets, texts: texts, ctas: [])
    return ExperienceDefinition(id: id.rawValue, assets: assets, texts: texts)
  }

  static func named(_ id: String) -> ExperienceDefinition? { all.first { $0.id == id } }
}
