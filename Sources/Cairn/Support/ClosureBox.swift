/// A closure that is stored in a `Locked`.
///
/// Swift converts a closure that is passed as a generic value, and converts it back, with a thunk
/// each time. A closure that is accessed as an `inout` value is stored again with both thunks. Each
/// access would make every later call deeper, until the stack overflows. A value of a dedicated
/// type is not converted.
package struct ClosureBox<Body> {
  package let call: Body

  package init(_ call: Body) { self.call = call }
}

extension ClosureBox: Sendable where Body: Sendable {}
