import Cairn
import Foundation

/// Calls with thirty properties, whose typecheck `Scripts/check typing` times.
enum ThirtyProperties {
  struct Variables {
    var sku = "A-1"
    var price = 19.9
    var count = 3
    var isNew = true
    var tags = ["new", "sale"]
    var sizes: Set<Int> = [38, 39]
    var stock = ["Berlin": 2, "Kyiv": 5]
    var coupon: String?
    var viewed = Date(timeIntervalSince1970: 1)
    var page = URL(string: "https://example.com/a?b=c")
    var cart = UUID()
    var total = Decimal(string: "19.99") ?? 0
    var plan = Plan.pro
    var weight: Float = 0.1
    var views: Int64 = 7
  }

  enum Plan: String, PropertyValue { case free, pro }

  static func mixed(_ analytics: Analytics, _ it: Variables) {
    analytics.track(
      "Product Viewed",
      [
        "sku": it.sku, "price": it.price, "count": it.count, "isNew": it.isNew, "tags": it.tags,
        "sizes": it.sizes, "stock": it.stock, "coupon": it.coupon, "viewed": it.viewed,
        "page": it.page, "cart": it.cart, "total": it.total, "plan": it.plan, "weight": it.weight,
        "views": it.views, "text": "a", "whole": 1, "number": 1.5, "yes": true, "nothing": nil,
        "list": [1, 2, 3], "names": ["a", "b"], "map": ["a": 1], "negative": -1,
        "interpolated": "\(it.count) pieces", "sum": it.price * 2 + 1, "first": it.tags.first,
        "size": it.tags.count, "upper": it.sku.uppercased(), "choice": it.isNew ? "new" : it.sku,
      ])
  }

  static func literals(_ analytics: Analytics) {
    analytics.track(
      "Product Viewed",
      [
        "sku": "A-1", "price": 19.9, "count": 3, "isNew": true, "tags": ["new", "sale"],
        "sizes": [38, 39], "stock": ["Berlin": 2, "Kyiv": 5], "coupon": nil, "viewed": "today",
        "page": "https://example.com", "cart": "1", "total": 19.99, "plan": "pro", "weight": 0.1,
        "views": 7, "text": "a", "whole": 1, "number": 1.5, "yes": true, "nothing": nil,
        "list": [1, 2, 3], "names": ["a", 2], "map": ["a": 1, "b": ["c": nil]], "negative": -1,
        "escaped": "\n", "sum": 3.5, "first": "new", "size": 2, "upper": "A-1", "choice": "new",
      ])
  }
}
