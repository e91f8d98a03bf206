import Cairn

/// Draws the fault of the next request when a connection is accepted, and keeps it until a request
/// arrives.
///
/// A client may open a connection without using it, cancel a request before its body is complete,
/// or send a body that is too short for its fault. None of them uses up a fault.
final class DrawnFaults: Sendable {
  private enum Next {
    case unknown
    case drawn(Fault?)
  }

  private let source: any FaultSource
  private let state = Locked(Next.unknown)
  private let unused = Locked([Fault]())

  init(_ source: any FaultSource) { self.source = source }

  /// Returns whether a new connection must be reset, which uses up the fault.
  func resetsConnection() -> Bool {
    state.withLock { next in
      let fault = fault(of: next)
      next = fault == .resetOnConnect ? .unknown : .drawn(fault)
      return fault == .resetOnConnect
    }
  }

  /// Returns the fault of an arriving request; nil when the request must pass.
  func next() -> Fault? {
    state.withLock { next in
      defer { next = .unknown }
      return fault(of: next)
    }
  }

  /// Returns the fault for a later request without a fault of its own, because it was impossible
  /// for this one.
  func putBack(_ fault: Fault) { unused.withLock { $0.append(fault) } }

  private func fault(of next: Next) -> Fault? {
    switch next {
    case .unknown: source.next() ?? unused.withLock { $0.popLast() }
    case .drawn(let fault): fault
    }
  }
}
