// The quick start of README.md, letter for letter: records a few events and delivers them.

// snippet.show
import Cairn
import Foundation

// swift-format-ignore: NeverForceUnwrap
let endpoint = URL(string: "http://127.0.0.1:8080")!
let analytics = Analytics(Configuration(writeKey: "my-app", endpoint: endpoint))

analytics.track("Product Viewed", ["sku": "A-1", "price": 19.9, "tags": ["new", "sale"]])
analytics.screen("Checkout")
analytics.identify("user-42", traits: ["plan": "pro"])

try await analytics.record("Order Completed", ["total": 99])  // safe against power loss

let result = await analytics.flush()
print("delivered \(result.delivered), pending \(result.pending)")
await analytics.close()
// snippet.end
