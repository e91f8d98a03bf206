import Cairn

extension ExperienceDefinition {
  /// Returns a copy with the redaction rules applied to texts, URLs and styles.
  ///
  /// The ID stays as it is, because it identifies the experience.
  func redacted(by redactor: Redactor) -> ExperienceDefinition {
    guard !redactor.isEmpty else { return self }
    var definition = self
    definition.assets = assets.map { $0.redacted(by: redactor) }
    definition.texts = texts.map { $0.redacted(by: redactor) }
    definition.ctas = ctas.map { $0.redacted(by: redactor) }
    return definition
  }
}

extension ContentItem {
  fileprivate func redacted(by redactor: Redactor) -> ContentItem {
    ContentItem(redactor.text(value), styles: redactor.redacted(styles))
  }
}
