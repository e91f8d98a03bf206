import Cairn

/// Snowplow's own schemas.
enum SnowplowSchema: String {
  case event = "iglu:com.snowplowanalytics.snowplow/unstruct_event/jsonschema/1-0-0"
  case entities = "iglu:com.snowplowanalytics.snowplow/contexts/jsonschema/1-0-1"
  case session = "iglu:com.snowplowanalytics.snowplow/client_session/jsonschema/1-0-2"
  case device = "iglu:com.snowplowanalytics.snowplow/mobile_context/jsonschema/1-0-3"
  case app = "iglu:com.snowplowanalytics.mobile/application/jsonschema/1-0-0"
  case screen = "iglu:com.snowplowanalytics.mobile/screen_view/jsonschema/1-0-0"
  case installed = "iglu:com.snowplowanalytics.mobile/application_install/jsonschema/1-0-0"
  case opened = "iglu:com.snowplowanalytics.snowplow/application_foreground/jsonschema/1-0-0"
  case backgrounded = "iglu:com.snowplowanalytics.snowplow/application_background/jsonschema/1-0-0"
  case link = "iglu:com.snowplowanalytics.mobile/deep_link_received/jsonschema/1-0-0"

  // Those of e-commerce.
  case commerce =
    "iglu:com.snowplowanalytics.snowplow.ecommerce/snowplow_ecommerce_action/jsonschema/1-0-2"
  case product = "iglu:com.snowplowanalytics.snowplow.ecommerce/product/jsonschema/1-0-0"
  case promotion = "iglu:com.snowplowanalytics.snowplow.ecommerce/promotion/jsonschema/1-0-0"
  case checkoutStep = "iglu:com.snowplowanalytics.snowplow.ecommerce/checkout_step/jsonschema/1-0-0"
  case transaction = "iglu:com.snowplowanalytics.snowplow.ecommerce/transaction/jsonschema/1-0-0"
  case refund = "iglu:com.snowplowanalytics.snowplow.ecommerce/refund/jsonschema/1-0-0"

  /// Returns self-describing JSON, as a string.
  func describing(_ data: Value) -> Value {
    .string(String(decoding: Value.described(data, by: rawValue).json, as: UTF8.self))
  }
}

extension Value {
  /// Returns self-describing JSON.
  static func described(_ data: Value, by schema: String) -> Value {
    ["schema": .string(schema), "data": data]
  }
}
