/// A closure that lies in a `Locked`.
///
/// Swift converts a closure that is passed on as a generic value, and converts it back, with a thunk each time. One that is
/// reached as an `inout` value is stored again with both: each access would make every later call deeper, until the
/// stack ends. A type of its own is not converted.
package struct Closure<Body> {
  package let call: Body

  package init(_ call: Body) { self.call = call }
}

extension Closure: Sendable where Body: Sendable {}
