import Cairn
public import Foundation

extension Experiments {
  /// Shows a variation to whoever uses this app, whatever the rules say, until `endPreview()` or the end of the process.
  ///
  /// For those who look at it: until then nothing at all is stored or recorded of experiments, which is said in the log as
  /// `experiments.preview`. What the document does not have is not shown, and does not keep anything from being recorded.
  ///
  /// - Parameters:
  ///   - experience: The experience, by its key or its id.
  ///   - variation: The variation, by its key or its id.
  public func setPreview(experience: String, variation: String) {
    preview.withLock { $0[experience] = variation }
    saidPreview.withLock { $0 = false }
  }

  /// Shows the variation that a link names: `convert_preview=<experience id>.<variation id>` in its query.
  ///
  /// - Returns: Whether it names one.
  @discardableResult
  public func setPreview(_ link: URL) -> Bool {
    let items = URLComponents(url: link, resolvingAgainstBaseURL: true)?.queryItems ?? []
    guard let value = items.first(where: { $0.name == "convert_preview" })?.value else {
      return false
    }
    let parts = value.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy(\.isNumber) else { return false }
    setPreview(experience: String(parts[0]), variation: String(parts[1]))
    return true
  }

  /// Ends every preview.
  public func endPreview() { preview.withLock { $0 = [:] } }

  package var isPreview: Bool { preview.withLock { !$0.isEmpty } }

  /// Whether what the context does leaves no trace; without a document nobody knows what a preview will show.
  func isPreviewed(by context: ExperimentContext, _ document: ExperimentDocument?) -> Bool {
    let isForced = document.map { !self.forced(context, in: $0).isEmpty } ?? isPreview
    guard isForced || !context.forcedVariations.isEmpty else { return false }
    sayPreview()
    return true
  }

  /// Once a preview.
  func sayPreview() {
    let isSaid = saidPreview.withLock { isSaid in
      defer { isSaid = true }
      return isSaid
    }
    if isSaid { return }
    say(
      .notice, "experiments.preview",
      "nothing is stored or reported of experiments while somebody looks at variations")
  }

  /// Variation ids by experience id; what the document does not know is left out.
  func forced(_ context: ExperimentContext, in document: ExperimentDocument) -> [ExactText: String]
  {
    // Asked of every decision: nearly always there is nothing.
    let preview = preview.withLock { $0 }
    if preview.isEmpty, context.forcedVariations.isEmpty { return [:] }
    var all = preview
    for (name, choice) in context.forcedVariations where all[name] == nil { all[name] = choice }
    let pairs = all.compactMap { name, choice -> (ExactText, String)? in
      guard
        let experience = document.experience(key: name.text) ?? document.experience(id: name.text),
        let arm = experience.arms.first(where: { $0.variation.key.isIdentical(to: choice) })
          ?? experience.arm(id: choice)
      else { return nil }
      return (ExactText(experience.id), arm.id)
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}

extension Substring {
  fileprivate var isNumber: Bool {
    !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
