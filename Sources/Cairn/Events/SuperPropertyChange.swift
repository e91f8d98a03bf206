/// A change of the super properties, the groups and the timed events.
///
/// It is a value and not a closure, for each of which the compiler would repeat the storing code.
package enum SuperPropertyChange: Sendable {
  /// Only takes over what other processes have stored, and stores what is not stored yet.
  case none
  /// Sets these values; a redaction rule has changed those of `redacted`.
  case set([String: Value], redacted: [String])
  case remove(String)
  case removeAll
  /// Sets the group of the type, or removes it; nil is a group without a type.
  case group(String?, type: String?, isRedacted: Bool)
  /// Sets the groups of several types at once, after redaction rules were applied to all of them;
  /// the empty type is a group without a type.
  case redactedGroups([String: String?])
  /// Starts the timer of an event.
  case startTimer(EventTimers.Timer)
  /// Removes the timer of the event with this name, which is then `SuperPropertyValues.ended`.
  case endTimer(String)
  /// Gives the timers of some events another name, because the names are redacted.
  case renameTimers([String: String])

  package func apply(to values: inout SuperPropertyValues) {
    switch self {
    case .none: break
    case .set(let properties, let redacted):
      for (key, value) in properties {
        values.set(key, value, isRedacted: redacted.contains(key))
      }
    case .remove(let key): values.remove(key)
    case .removeAll: values.removeProperties()
    case .group(let id, let type, let isRedacted):
      values.setGroup(id, type: type, isRedacted: isRedacted)
    case .redactedGroups(let ids):
      for (type, id) in ids {
        values.setGroup(id, type: type.isEmpty ? nil : type, isRedacted: true)
      }
    case .startTimer(let timer): values.timers.start(timer)
    case .endTimer(let name): values.ended = values.timers.remove(name)
    case .renameTimers(let names): values.timers = values.timers.renamed(names)
    }
  }
}
