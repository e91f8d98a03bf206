import Cairn
import CairnContent

/// Tracks interactions that contain the writer and a number, and never uses a number twice.
///
/// The numbers contradict each other, so a group's extras list all of them, which makes its counts
/// verifiable.
struct NumberedInteractions {
  private let writer: Int
  private let content: ContentAnalytics
  private let witness: Witness
  private let experience: ExperienceID
  private var number: Int

  init(writer: Int, content: ContentAnalytics, witness: Witness) {
    self.writer = writer
    self.content = content
    self.witness = witness
    experience = content.registerExperience(
      assets: ["https://demo.test/\(writer)/0.jpg"], texts: ["Writer \(writer)"])
    number = witness.firstNumber
  }

  mutating func next() throws {
    let mark: [String: Value] = ["writer": .int(writer), "number": .int(number)]
    let location = number.isMultiple(of: 3) ? "home" : nil
    let isClick = number.isMultiple(of: 4)
    if number.isMultiple(of: 7) {
      _ =
        isClick
        ? content.trackExperienceClick(experience, location: location, extras: mark)
        : content.trackExperienceView(experience, location: location, extras: mark)
    } else {
      content.trackAsset(
        "https://demo.test/\(writer)/\(number % 5).jpg", isClick ? .click : .view,
        location: location, extras: mark)
    }
    try witness.acknowledge(number)
    number += 1
  }
}
