import Cairn
import CairnContent

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
