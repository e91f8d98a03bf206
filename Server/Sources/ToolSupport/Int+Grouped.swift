extension Int {
  /// The number with a space between thousands: `50 000`.
  package var grouped: String {
    let digits = String(magnitude)
    let first = (digits.count - 1) % 3 + 1
    var groups = [String(digits.prefix(first))]
    var rest = digits.dropFirst(first)
    while !rest.isEmpty {
      groups.append(String(rest.prefix(3)))
      rest = rest.dropFirst(3)
    }
    return (self < 0 ? "-" : "") + groups.joined(separator: " ")
  }
}
