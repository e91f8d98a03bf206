/// Recording of links that opened the app, and of their campaigns.
extension Recorder {
  /// Records a link; its campaign applies to this event and to later ones.
  package func record(_ link: DeepLink) -> RecordingResult {
    let start = clock.instant()
    let pass = pass(at: start.moment)
    if let refusal = pass.refusal {
      return RecordingResult(receipt: refuse(refusal, DeepLink.eventName), id: nil)
    }
    let campaign = AppClosureCall.perform { Campaign.bounded(redactor.redacted(link.campaign)) }
    var isLast = false
    while true {
      let identity = identity.current
      var event = Event(
        .track, name: DeepLink.eventName, properties: link.properties, identity: identity,
        milliseconds: start.moment.wall.milliseconds)
      if let campaign, !campaign.isEmpty { event.campaign = campaign }
      let recorded = record(&event, EventPerson(identity), from: start, pass, isLast: isLast)
      if let recorded { return recorded }
      isLast = true
    }
  }
}
