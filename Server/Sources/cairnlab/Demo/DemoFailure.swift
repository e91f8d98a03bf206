/// The reason why a demo ended without a successful proof; a sentence for people.
struct DemoFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
