/// What holds for all events of a run: app, system, library, language.
///
/// Gathered once, when the SDK begins, and written once a journal segment instead of with each event.
package enum StandardContext {
  package static func gather() -> [String: Value] {
    var context: [String: Value] = [
      "library": ["name": .string(Library.name), "version": .string(Library.version)],
      "os": ["name": .string(Machine.osName), "version": .string(Machine.osVersion)],
      "locale": .string(Machine.locale),
      "timezone": .string(Machine.timeZone),
    ]
    let app = [
      "name": "CFBundleName", "version": "CFBundleShortVersionString", "build": "CFBundleVersion",
      "namespace": "CFBundleIdentifier",
    ].compactMapValues { Machine.bundle($0).map(Value.string) }
    if !app.isEmpty { context["app"] = .object(app) }
    return context
  }
}
