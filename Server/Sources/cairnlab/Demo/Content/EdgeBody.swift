import Foundation

/// The parts of a request to the Edge Network that the demo uses.
struct EdgeBody: Decodable {
  var events: [Event]

  struct Event: Decodable { var xdm: Model }

  struct Model: Decodable {
    var _id: String
    var experienceContent: Content

    /// The counts of the event; assets of an experience are not counted.
    var entry: EdgeBook.Entry {
      let assets = experienceContent.assets ?? []
      var entry = EdgeBook.Entry()
      for asset in assets { entry.count += Int(asset.assetViews.value + asset.assetClicks.value) }
      if let experience = experienceContent.experience {
        entry.count += Int(experience.experienceViews.value + experience.experienceClicks.value)
      }
      let extras =
        experienceContent.experience?.experienceExtras ?? assets.first?.assetExtras ?? [:]
      entry.marks = Self.marks(extras)
      return entry
    }

    /// Returns the mark in the extras of one interaction, or the list of marks of several, whose
    /// extras contradict each other.
    private static func marks(_ extras: [String: String]) -> [EventMark] {
      if let writer = extras["writer"].flatMap({ Int($0) }),
        let number = extras["number"].flatMap({ Int($0) })
      {
        return [EventMark(writer: writer, number: number)]
      }
      let list = extras["all"].flatMap {
        try? JSONDecoder().decode([[String: Int]].self, from: Data($0.utf8))
      }
      return (list ?? []).map {
        EventMark(writer: $0["writer"] ?? 0, number: $0["number"] ?? 0)
      }
    }
  }

  struct Content: Decodable {
    var assets: [Asset]?
    var experience: Experience?
  }

  struct Asset: Decodable {
    var assetViews: Number
    var assetClicks: Number
    var assetExtras: [String: String]?
  }

  struct Experience: Decodable {
    var experienceViews: Number
    var experienceClicks: Number
    var experienceExtras: [String: String]?
  }

  struct Number: Decodable { var value: Double }
}
