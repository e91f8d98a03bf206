/// The reason why the key is not available.
struct KeyStoreError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
