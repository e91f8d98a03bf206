/// What tells an event of the demo from every other: who tracked it, and which one it was.
struct EventMark: Hashable, Sendable {
  let writer: Int
  let number: Int
}
