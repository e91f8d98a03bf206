/// The name and version of this library, as servers see them.
package enum Library {
  package static let name = "cairn"
  package static let version = "0.1.0"
}
