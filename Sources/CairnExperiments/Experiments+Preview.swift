import Cairn
public import Foundation

extension Experiments {
  /// Shows a variation regardless of the rules, until `endPreview()` or the end of the process.
  ///
  /// While the preview lasts, nothing about experiments is stored or recorded, which is logged as
  /// `experiments.preview`. A variation that the document does not contain is not shown and does
  /// not prevent recording.
  ///
  /// - Parameters:
  ///   - experience: The key or ID of the experience.
  ///   - variation: The key or ID of the variation.
  public func setPreview(experience: String, variation: String) {
    preview.withLock { $0[experience] = variation }
    saidPreview.withLock { $0 = false }
  }

  /// Shows the variation in a link: `convert_preview=<experience id>.<variation id>` in the query.
  ///
  /// - Returns: Whether the link contains a variation.
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

  /// Ends all previews.
  public func endPreview() {
    preview.withLock { $0 = [:] }
    resolveInBackground()
  }

  package var isPreview: Bool { preview.withLock { !$0.isEmpty } }

  /// Returns whether a call of the context must not be stored or recorded.
  ///
  /// Without a document any preview has this effect, because it is unknown what it will show.
  func isPreviewed(by context: ExperimentContext, _ document: ExperimentDocument?) -> Bool {
    let isForced = document.map { !self.forced(context, in: $0).isEmpty } ?? isPreview
    guard isForced || !context.forcedVariations.isEmpty else { return false }
    sayPreview()
    return true
  }

  /// Logs a preview, once for each preview.
  func sayPreview() {
    let isSaid = saidPreview.withLock { isSaid in
      defer { isSaid = true }
      return isSaid
    }
    if isSaid { return }
    say(
      .notice, "experiments.preview",
      "no experiment data is stored or reported while variations are previewed")
  }

  /// Returns the forced variation IDs by experience ID, without those that the document does not
  /// contain.
  func forced(_ context: ExperimentContext, in document: ExperimentDocument) -> [CodeUnitKey:
    String]
  {
    // This method is called for every decision; usually there are no forced variations.
    let preview = preview.withLock { $0 }
    if preview.isEmpty, context.forcedVariations.isEmpty { return [:] }
    var all = preview
    for (name, choice) in context.forcedVariations where all[name] == nil { all[name] = choice }
    let pairs = all.compactMap { name, choice -> (CodeUnitKey, String)? in
      guard
        let experience = document.experience(key: name.text) ?? document.experience(id: name.text),
        let arm = experience.arms.first(where: { $0.variation.key.isIdentical(to: choice) })
          ?? experience.arm(id: choice)
      else { return nil }
      return (CodeUnitKey(experience.id), arm.id)
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}

extension Substring {
  fileprivate var isNumber: Bool {
    !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
