public import Cairn

extension ContentAnalytics {
  /// Says what an experience is made of, and names it.
  ///
  /// The last hundred used are kept, also for later launches. What is registered again is new.
  ///
  /// - Parameters:
  ///   - assets: Its images, by their addresses.
  ///   - texts: Its texts.
  ///   - ctas: Its calls to action.
  /// - Returns: Its identifier, for `trackExperienceView` and `trackExperienceClick`.
  @discardableResult
  public func registerExperience(
    assets: [ContentItem], texts: [ContentItem], ctas: [ContentItem] = []
  ) -> ExperienceID {
    let id = ExperienceID(assets: assets, texts: texts, ctas: ctas)
    guard configuration.trackExperiences else { return id }
    withSettings { _ = $0.unknown.remove(ExactText(id.rawValue)) }
    var definition = ExperienceDefinition(
      id: id.rawValue, assets: assets, texts: texts, ctas: ctas)
    if let redactor = analytics.engine?.recorder.redactor {
      definition = definition.redacted(by: redactor)
    }
    definitions?.register(definition)
    announce(definition)
    return id
  }

  /// Records that somebody saw an experience.
  ///
  /// - Parameters:
  ///   - id: What `registerExperience` returned. Not blank.
  ///   - location: Where, such as `home`. Nil or empty for no location.
  ///   - extras: More about it.
  /// - Returns: The identifier of the event; nil when it was not recorded: it is excluded, or refused, which is counted.
  @discardableResult
  public func trackExperienceView(
    _ id: ExperienceID, location: String? = nil, extras: [String: Value]? = nil
  ) -> EventID? {
    trackExperience(id, .view, location: location, extras: extras)
  }

  /// Records that somebody clicked or tapped an experience.
  ///
  /// As `trackExperienceView`.
  @discardableResult
  public func trackExperienceClick(
    _ id: ExperienceID, location: String? = nil, extras: [String: Value]? = nil
  ) -> EventID? {
    trackExperience(id, .click, location: location, extras: extras)
  }

  func trackExperience(
    _ id: ExperienceID, _ type: InteractionType, location: String?, extras: [String: Value]?,
    measures: ContentMeasures? = nil
  ) -> EventID? {
    guard isPresent(id.rawValue, "experience") else { return nil }
    let (rules, settings) = withSettings { ($0.rules, $0.configuration) }
    guard settings.trackExperiences else { return nil }
    let place = location?.isEmpty == true ? nil : location
    // What somebody does while nothing may be recorded is not remembered either.
    if analytics.engine?.refusal == nil {
      definitions?.see(
        id.rawValue, at: place, storing: settings.excludeAssetsFromUntrackedExperience)
    }
    guard !rules.excludesExperience(at: place) else {
      report(
        .debug, "content.excluded", "an experience was not tracked: the configuration excludes it")
      return nil
    }
    let definition = definitions?.use(id.rawValue)
    if let definition { announce(definition) } else { warnUnknown(id) }
    return record(
      .experience(id.rawValue), type, place, extras, assets: definition?.assetURLs ?? [],
      measures: measures)
  }

  /// Once a launch: the service knows it from then on, or says that it does not.
  private func announce(_ definition: ExperienceDefinition) {
    let isDue = withSettings {
      $0.configuration.isFeaturized && $0.announced.insert(ExactText(definition.id)).inserted
    }
    guard isDue else { return }
    let recorded = analytics.engine?.recorder.record(
      .interaction, ContentInteraction.definition, definition.properties)
    // It is due again when it may be recorded; one that is too large never may.
    if let recorded, recorded.id != nil || recorded.receipt == .dropped(.tooLarge) { return }
    withSettings { _ = $0.announced.remove(ExactText(definition.id)) }
  }

  private func warnUnknown(_ id: ExperienceID) {
    let isNew = withSettings {
      $0.unknown.count < Definitions.most && $0.unknown.insert(ExactText(id.rawValue)).inserted
    }
    guard isNew else { return }
    report(
      .warning, "content.unknownExperience",
      "\(id) was tracked and never registered: it is counted without its assets")
  }
}
