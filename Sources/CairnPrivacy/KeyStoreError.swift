/// Why there is no key now.
struct KeyStoreError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
