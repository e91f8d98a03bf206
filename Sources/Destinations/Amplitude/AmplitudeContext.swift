import Cairn

/// Maps the app, the device and the system to Amplitude's field names.
struct AmplitudeContext {
  private(set) var fields: [String: Value] = [:]

  init(_ event: DecodedEvent) {
    fields["app_version"] = event.context("app", "version")
    fields["platform"] = event.context("os", "name")
    fields["os_name"] = event.context("os", "name")
    fields["os_version"] = event.context("os", "version")
    fields["device_manufacturer"] = event.context("device", "manufacturer")
    fields["device_model"] = event.context("device", "model")
    fields["language"] = event.context["locale"]
    if let library = event.context("library", "name")?.stringValue {
      let version = event.context("library", "version")?.stringValue
      fields["library"] = .string([library, version].compactMap(\.self).joined(separator: "/"))
    }
  }
}
