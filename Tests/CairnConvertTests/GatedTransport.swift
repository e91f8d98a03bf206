import Cairn
import CairnTesting

/// A network whose responses wait until the gate is opened, or the sender cancels.
final class GatedTransport: HTTPTransport {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())
  private let behind: RecordingTransport

  init(_ behind: RecordingTransport) { self.behind = behind }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for sender in waiting { sender.resume() }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await behind.send(request)
    await withTaskCancellationHandler {
      await withCheckedContinuation { sender in
        let isOpen = state.withLock { state in
          if !state.isOpen, !Task.isCancelled { state.waiting.append(sender) }
          return state.isOpen || Task.isCancelled
        }
        if isOpen { sender.resume() }
      }
    } onCancel: {
      open()
    }
    return response
  }
}
