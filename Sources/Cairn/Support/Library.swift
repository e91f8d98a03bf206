/// What this library calls itself towards servers.
package enum Library {
  package static let name = "cairn"
  package static let version = "0.1.0"
}
