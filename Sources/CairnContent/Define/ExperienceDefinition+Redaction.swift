import Cairn

extension ExperienceDefinition {
  /// As it may be stored: texts, addresses and styles as the app's rules leave them; the identifier tells it from others.
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
