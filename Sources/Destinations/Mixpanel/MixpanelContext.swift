import Cairn

/// Maps the app, the device and the system to Mixpanel's field names.
struct MixpanelContext {
  private(set) var fields: [String: Value] = [:]

  init(_ event: DecodedEvent) {
    fields["mp_lib"] = event.context("library", "name")
    fields["$lib_version"] = event.context("library", "version")
    fields["$app_version_string"] = event.context("app", "version")
    fields["$app_build_number"] = event.context("app", "build")
    fields["$os"] = event.context("os", "name")
    fields["$os_version"] = event.context("os", "version")
    fields["$manufacturer"] = event.context("device", "manufacturer")
    fields["$model"] = event.context("device", "model")
    fields["$screen_width"] = event.context("screen", "width")
    fields["$screen_height"] = event.context("screen", "height")
    fields["$wifi"] = event.context("network", "wifi")
    if event.properties["environment"] == nil {
      fields["environment"] = event.context["environment"]
    }
    fields["session_id"] = event.context("session", "id")
    fields["session_number"] = event.context("session", "number")
  }
}
