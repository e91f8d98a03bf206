/// The last known state of the device, for destinations that are added later.
struct HostState: Equatable, Sendable {
  private(set) var isOnline = true
  private var isSavingPower = false
  private var isSavingData = false
  /// Whether the app is known to be in the foreground.
  private(set) var isInFront = false
  /// Whether the app is known to be in the background.
  private(set) var isInBack = false

  init() {}

  /// Applies a signal; returns whether it changed the state.
  mutating func handle(_ signal: HostSignal) -> Bool {
    let before = self
    switch signal {
    case .offline: isOnline = false
    case .online: isOnline = true
    case .lowPower(let isSaving): isSavingPower = isSaving
    case .lowData(let isSaving): isSavingData = isSaving
    case .foreground: (isInFront, isInBack) = (true, false)
    case .background, .suspending: (isInFront, isInBack) = (false, true)
    case .network, .terminating: break
    }
    return self != before
  }

  /// The signals for the state that differs from the default.
  var signals: [HostSignal] {
    (isOnline ? [] : [.offline]) + (isSavingPower ? [.lowPower(true)] : [])
      + (isSavingData ? [.lowData(true)] : [])
  }
}
