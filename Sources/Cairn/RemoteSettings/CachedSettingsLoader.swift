/// The remote settings that an earlier launch stored.
struct CachedSettingsLoader {
  let copy: CachedRemoteSettings
  /// The settings; nil when they have expired.
  let rules: RemoteSettingsValues?
  /// The time until which they are valid.
  let end: MonotonicTime

  /// Returns nil when the file has no usable settings.
  init?(_ file: DoubleSlotFile?, from address: UInt64, _ now: Moment, boot: UInt64) {
    let stored = file?.slots.lazy.compactMap { CachedRemoteSettings($0.content, from: address) }
      .first
    guard var copy = stored, let (rules, _) = try? RemoteSettingsValues.read(copy.body) else {
      return nil
    }
    copy.age = copy.age.advanced(to: now, boot: boot)
    self.copy = copy
    let isValid = copy.age.spent < rules.validFor
    self.rules = isValid ? rules : nil
    end = isValid ? now.continuous + rules.validFor - copy.age.spent : now.continuous
  }
}
