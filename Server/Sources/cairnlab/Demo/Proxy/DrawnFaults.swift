import Cairn

/// Draws the fault of the next request when a connection is accepted, and keeps it until a request arrives.
///
/// A client may open a connection that it then does not use, or give up a request before its body is whole. Neither uses up a
/// fault.
final class DrawnFaults: Sendable {
  private enum Next {
    case unknown
    case drawn(Fault?)
  }

  private let source: any FaultSource
  private let state = Locked(Next.unknown)
  private let unused = Locked([Fault]())

  init(_ source: any FaultSource) { self.source = source }

  /// Returns whether a new connection is to be reset; this uses up the fault.
  func resetsConnection() -> Bool {
    state.withLock { next in
      let fault = fault(of: next)
      next = fault == .resetOnConnect ? .unknown : .drawn(fault)
      return fault == .resetOnConnect
    }
  }

  /// Returns the fault of a request that arrives; nil when the request is to pass.
  func next() -> Fault? {
    state.withLock { next in
      defer { next = .unknown }
      return fault(of: next)
    }
  }

  /// Gives the fault to another request: the one that had it never arrived as a whole.
  func putBack(_ fault: Fault) { unused.withLock { $0.append(fault) } }

  private func fault(of next: Next) -> Fault? {
    switch next {
    case .unknown: unused.withLock { $0.popLast() } ?? source.next()
    case .drawn(let fault): fault
    }
  }
}
