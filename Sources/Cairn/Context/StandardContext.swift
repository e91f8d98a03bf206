/// The standard context of all events of a launch: app, device, system, language and library.
///
/// It is gathered when the SDK starts and when it may have changed, and is written once per journal
/// segment instead of with each event.
package struct StandardContext: Sendable {
  package var fields: ContextFields
  package var network: NetworkKind?
  package var screen: Screen?
  /// The environment that the app has configured.
  private let environment: String?
  private let device: Device?

  private static let longestEnvironment = 100

  package init(_ fields: ContextFields, environment: String? = nil, files: any FileSystem) {
    self.fields = fields
    let short = environment.map { String($0.prefix(Self.longestEnvironment)) }
    self.environment = short?.isEmpty == true ? nil : short
    device = fields.contains(.device) ? Device.current(files) : nil
  }

  package static func gather() -> [String: Value] {
    StandardContext(.all, files: PosixFileSystem()).values
  }

  /// The current values.
  package var values: [String: Value] {
    var context: [String: Value] = [:]
    func add(_ field: ContextFields, _ name: String, _ value: @autoclosure () -> Value?) {
      if fields.contains(field) { context[name] = value() }
    }
    add(.app, "app", Self.app)
    add(.device, "device", device?.value)
    add(.os, "os", ["name": .string(SystemInfo.osName), "version": .string(SystemInfo.osVersion)])
    add(.locale, "locale", .string(SystemInfo.locale))
    add(.timezone, "timezone", .string(SystemInfo.timeZone))
    add(.screen, "screen", screen?.value)
    add(.network, "network", network?.value)
    add(.library, "library", ["name": .string(Library.name), "version": .string(Library.version)])
    context["environment"] = environment.map(Value.string)
    return context
  }

  private static var app: Value? {
    let app = [
      "name": "CFBundleName", "version": "CFBundleShortVersionString", "build": "CFBundleVersion",
      "namespace": "CFBundleIdentifier",
    ].compactMapValues { SystemInfo.bundle($0).map(Value.string) }
    return app.isEmpty ? nil : .object(app)
  }
}

extension Device {
  fileprivate var value: Value {
    var members: [String: Value] = ["type": .string(type)]
    if let manufacturer { members["manufacturer"] = .string(manufacturer) }
    if let model { members["model"] = .string(model) }
    return .object(members)
  }
}

extension Screen {
  fileprivate var value: Value {
    ["width": .int(width), "height": .int(height), "density": .double(scale)]
  }
}

extension NetworkKind {
  fileprivate var value: Value {
    ["wifi": .bool(self == .wifi), "cellular": .bool(self == .cellular)]
  }
}
