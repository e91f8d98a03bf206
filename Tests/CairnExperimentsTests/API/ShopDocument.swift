/// The document of a shop's experiments.
struct ShopDocument {
  /// The shares of the variations of `cart-test` by id; an id that is not contained does not exist.
  var cart: KeyValuePairs<String, Int> = ["c1": 50, "t1": 50]
  /// The version of `cart-test`.
  var version = 11
  /// The key of the goal 9001.
  var goal = "purchase"

  private var variations: String {
    cart.map { id, weight in
      let changes =
        id == "t1"
        ? #"{"id":"1","type":"fullStackFeature","data":{"feature_id":6001,"variables_data":{"columns":"2","title":"Bag","wide":"true","ratio":"1.5","tags":"[1,2]"}}}"#
        : ""
      let key = ["c1": "control", "t1": "compact"][id] ?? id
      return
        #"{"id":"\#(id)","key":"\#(key)","status":"running","traffic_allocation":\#(weight),"changes":[\#(changes)]}"#
    }.joined(separator: ",")
  }

  private func experience(_ id: String, _ key: String, _ members: String) -> String {
    #"{"id":"\#(id)","key":"\#(key)","version":11,"variations":[{"id":"\#(id)1","key":"on","traffic_allocation":100}],\#(members)}"#
  }

  var json: String {
    """
    {"account_id":"100","project":{"id":"200"},"experiences":[
    {"id":"71001","key":"cart-test","version":\(version),"goals":["9001"],"variations":[\(variations)]},
    \(experience("71002", "pro-test", #""audiences":["8001"]"#)),
    \(experience("71003", "here-test", #""locations":["8101"]"#)),
    \(experience("71004", "staging-test", #""environment":"staging""#))],
    "features":[{"id":"6001","key":"cart-layout","variables":[{"key":"columns","type":"integer"},
    {"key":"title","type":"string"},{"key":"wide","type":"boolean"},{"key":"ratio","type":"float"},
    {"key":"tags","type":"json"}]}],
    "goals":[{"id":"9001","key":"\(goal)"},{"id":"9002","key":"signup","rules":\(rules("plan", "pro"))}],
    "audiences":[{"id":"8001","key":"pro","type":"transient","rules":\(rules("plan", "pro"))}],
    "locations":[{"id":"8101","key":"cart","rules":\(rules("screen", "cart"))}],
    "segments":[{"id":"8201","key":"spenders","rules":\(rules("spends", "much"))},
    {"id":"8202","key":"savers","rules":\(rules("spends", "little"))}]}
    """
  }

  private func rules(_ key: String, _ value: String) -> String {
    #"{"OR":[{"AND":[{"OR_WHEN":[{"rule_type":"generic_text_key_value","key":"\#(key)","value":"\#(value)","matching":{"match_type":"equals","negated":false}}]}]}]}"#
  }

  var bytes: [UInt8] { Array(json.utf8) }
}
