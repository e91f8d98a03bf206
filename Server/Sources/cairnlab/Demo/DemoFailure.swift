/// Why a demo ended without a proof, or with one that failed; a sentence for people.
struct DemoFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
