import Cairn

/// The resource of the records in a batch: the app, the device, and this SDK.
struct OTLPResource: Sendable {
  let service: String
  let attributes: [String: Value]

  /// Returns the origin of a batch with this context.
  func origin(_ context: [UInt8]) -> Origin {
    let members = Value(json: context)?.objectValue ?? [:]
    return Origin(
      context: members.filter { Self.parts.contains($0.key) },
      attributes: described(members).merging(attributes) { $1 })
  }

  struct Origin {
    /// The parts of the context that the resource contains.
    ///
    /// Records contain only parts that differ from these.
    let context: [String: Value]
    let attributes: [String: Value]

    /// The resource and the scope, which is the library that made the records.
    var value: Value {
      var scope: [String: Value] = ["name": "cairn"]
      scope.merge(context["library"]?.objectValue ?? [:]) { $1 }
      return [
        "resource": ["attributes": OTLPValue.attributes(attributes)],
        "scope": .object(scope.filter { ["name", "version"].contains($0.key) }),
      ]
    }
  }

  private static let parts: Set<String> = ["app", "device", "environment", "os", "library"]

  /// Returns attributes according to OpenTelemetry's semantic conventions.
  private func described(_ context: [String: Value]) -> [String: Value] {
    var attributes: [String: Value] = ["service.name": .string(service)]
    func add(_ name: String, _ part: String, _ member: String) {
      attributes[name] = context[part]?[member]
    }
    // https://opentelemetry.io/docs/specs/semconv/resource/deployment-environment/
    attributes["deployment.environment.name"] = context["environment"]
    add("service.version", "app", "version")
    add("app.build_id", "app", "build")
    add("device.manufacturer", "device", "manufacturer")
    add("device.model.identifier", "device", "model")
    add("os.name", "os", "name")
    add("os.version", "os", "version")
    add("telemetry.distro.name", "library", "name")
    add("telemetry.distro.version", "library", "version")
    return attributes
  }
}
