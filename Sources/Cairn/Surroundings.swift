/// What was last said of the device, for destinations that come later.
struct Surroundings: Equatable, Sendable {
  private var isOnline = true
  private var isSavingPower = false
  /// Whether the app is known to be in front.
  private(set) var isInFront = false
  /// Whether it is known to be in the back.
  private(set) var isInBack = false

  init() {}

  /// Whether that was news.
  mutating func hear(_ signal: HostSignal) -> Bool {
    let before = self
    switch signal {
    case .offline: isOnline = false
    case .online: isOnline = true
    case .lowPower(let isSaving): isSavingPower = isSaving
    case .foreground: (isInFront, isInBack) = (true, false)
    case .background, .suspending: (isInFront, isInBack) = (false, true)
    case .network, .terminating: break
    }
    return self != before
  }

  /// What differs from the usual.
  var signals: [HostSignal] {
    (isOnline ? [] : [.offline]) + (isSavingPower ? [.lowPower(true)] : [])
  }
}
