/// The access level of the generated types.
package enum SwiftAccess: String, CaseIterable, Sendable {
  case `public`
  case `internal`

  var modifier: String { self == .public ? "public " : "" }
}
