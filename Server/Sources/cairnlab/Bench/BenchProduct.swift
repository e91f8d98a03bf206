/// The values of the benchmark's event, as an app has them in variables.
///
/// A class, so that the compiler cannot take the values for constants.
final class BenchProduct {
  var id = "sku-12345-abc"
  var name = "Röd tröja \"XL\""
  var price = 199.95
  var currency = "SEK"
  var quantity = 3
  var isInStock = true
  var category = "clothes/sweaters"
  var url = "https://example.com/p/12345?ref=a&b=c"
  var score = 0.875
  var coupon: String?
}
