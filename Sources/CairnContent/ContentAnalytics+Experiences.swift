public import Cairn

extension ContentAnalytics {
  /// Registers the definition of an experience and returns its ID.
  ///
  /// The 100 most recently used definitions are kept, also for later launches. Registering an
  /// experience again replaces its definition.
  ///
  /// - Parameters:
  ///   - assets: The images, by URL.
  ///   - texts: The texts.
  ///   - ctas: The calls to action.
  /// - Returns: The ID, for `trackExperienceView` and `trackExperienceClick`.
  @discardableResult
  public func registerExperience(
    assets: [ContentItem], texts: [ContentItem], ctas: [ContentItem] = []
  ) -> ExperienceID {
    let id = ExperienceID(assets: assets, texts: texts, ctas: ctas)
    guard configuration.trackExperiences else { return id }
    withSettings { _ = $0.unknown.remove(CodeUnitKey(id.rawValue)) }
    var definition = ExperienceDefinition(
      id: id.rawValue, assets: assets, texts: texts, ctas: ctas)
    if let redactor = analytics.engine?.recorder.redactor {
      definition = definition.redacted(by: redactor)
    }
    definitions?.register(definition)
    announce(definition)
    return id
  }

  /// Records a view of an experience.
  ///
  /// - Parameters:
  ///   - id: The ID that `registerExperience` returned. Not blank.
  ///   - location: The location, such as `home`. Nil or empty for none.
  ///   - extras: Additional data.
  /// - Returns: The ID of the event; nil when the configuration excludes it, or when it is
  ///   refused. Refused events are counted.
  @discardableResult
  public func trackExperienceView(
    _ id: ExperienceID, location: String? = nil, extras: [String: Value]? = nil
  ) -> EventID? {
    trackExperience(id, .view, location: location, extras: extras)
  }

  /// Records a click or tap on an experience.
  ///
  /// The parameters and the result are those of `trackExperienceView`.
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
    // A location is not remembered while no event may be recorded.
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

  /// Records the definition once per launch for the featurization service.
  ///
  /// The destination then asks the service whether it knows the experience.
  private func announce(_ definition: ExperienceDefinition) {
    let isDue = withSettings {
      $0.configuration.isFeaturized && $0.announced.insert(CodeUnitKey(definition.id)).inserted
    }
    guard isDue else { return }
    let recorded = analytics.engine?.recorder.record(
      .interaction, ContentInteraction.definition, definition.properties)
    // The definition is recorded again when it becomes possible, unless it is too large.
    if let recorded, recorded.id != nil || recorded.receipt == .refused(.tooLarge) { return }
    withSettings { _ = $0.announced.remove(CodeUnitKey(definition.id)) }
  }

  private func warnUnknown(_ id: ExperienceID) {
    let isNew = withSettings {
      $0.unknown.count < Definitions.most && $0.unknown.insert(CodeUnitKey(id.rawValue)).inserted
    }
    guard isNew else { return }
    report(
      .warning, "content.unknownExperience",
      "\(id) was tracked but never registered: it is counted without its assets")
  }
}
