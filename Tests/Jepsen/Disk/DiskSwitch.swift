import Cairn
import CairnTesting
import Foundation

/// A disk that fails for a while on command, inside the process that uses it.
final class DiskSwitch: Sendable {
  /// The kind of failure.
  enum Fault: String, CaseIterable, Sendable {
    case full, notDurable, device, readOnly, descriptors, slow, interrupted

    fileprivate func affects(_ call: String) -> Bool {
      switch self {
      case .full: call == "write"
      case .notDurable: ["sync", "syncDirectory"].contains(call)
      case .readOnly: ["mkdir", "create", "write", "move", "remove"].contains(call)
      case .descriptors: ["list", "open", "create"].contains(call)
      case .device, .slow: true
      case .interrupted: ["write", "sync", "open"].contains(call)
      }
    }

    fileprivate var code: Int32 {
      switch self {
      case .full: ENOSPC
      case .readOnly: EROFS
      case .descriptors: EMFILE
      default: EIO
      }
    }
  }

  private struct State: Sendable {
    var fault: Fault?
    var end = 0
    var counts: [String: Int] = [:]
    var calls = 0
  }

  private let state = Locked(State())

  /// Makes calls fail for this number of milliseconds.
  func fail(_ name: String, milliseconds: Int) {
    state.withLock { state in
      state.fault = Fault(rawValue: name)
      state.end = BlockingSleep.now + milliseconds
    }
  }

  func files(_ isUsed: Bool) -> any FileSystem {
    guard isUsed else { return PosixFileSystem() }
    return FaultyFileSystem(PosixFileSystem()) { [self] call in decide(call) }
  }

  /// Returns the number of failed calls since the last request, by fault and call.
  func takeCounts() -> [String: Int] {
    state.withLock { state in
      defer { state.counts = [:] }
      return state.counts
    }
  }

  private func decide(_ call: FaultyFileSystem.Call) -> FaultyFileSystem.Fault {
    let fault = state.withLock { state -> Fault? in
      guard let fault = state.fault, fault.affects(call.name), BlockingSleep.now < state.end else {
        return nil
      }
      state.calls += 1
      // An interrupted call succeeds when it is repeated.
      if fault == .interrupted, state.calls % 3 != 0 { return nil }
      state.counts["\(fault.rawValue) × \(call.name)", default: 0] += 1
      return fault
    }
    guard let fault else { return .none }
    if fault == .slow {
      BlockingSleep.milliseconds(3)
      return .none
    }
    return .fail(fault.code)
  }
}
