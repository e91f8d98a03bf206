public import Foundation
public import FoundationNetworking

// Sendable, as Apple's class is; mutable state is accessed under the daemon's lock, or set before
// `resume`.
/// See <https://developer.apple.com/documentation/foundation/urlsessiontask>.
open class URLSessionTask: NSObject, @unchecked Sendable {
  /// See <https://developer.apple.com/documentation/foundation/urlsessiontask/taskidentifier>.
  public let taskIdentifier: Int
  /// See <https://developer.apple.com/documentation/foundation/urlsessiontask/originalrequest>.
  public let originalRequest: URLRequest?
  /// See <https://developer.apple.com/documentation/foundation/urlsessiontask/taskdescription>.
  open var taskDescription: String?
  /// See <https://developer.apple.com/documentation/foundation/urlsessiontask/earliestbegindate>.
  open var earliestBeginDate: Date?
  /// See <https://developer.apple.com/documentation/foundation/urlsessiontask/response>.
  open internal(set) var response: URLResponse?
  /// See
  /// <https://developer.apple.com/documentation/foundation/urlsessiontask/countofbytesreceived>.
  open internal(set) var countOfBytesReceived: Int64 = 0

  /// The file that it uploads.
  public let file: URL
  let session: String

  init(_ number: Int, _ request: URLRequest, file: URL, session: String) {
    taskIdentifier = number
    originalRequest = request
    self.file = file
    self.session = session
  }

  /// See <https://developer.apple.com/documentation/foundation/urlsessiontask/resume()>.
  open func resume() { StubUploadDaemon.shared.begin(self) }

  /// See <https://developer.apple.com/documentation/foundation/urlsessiontask/cancel()>.
  open func cancel() { StubUploadDaemon.shared.cancel(self) }
}

// Sendable: it adds no state.
/// See <https://developer.apple.com/documentation/foundation/urlsessiondatatask>.
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

// Sendable: it adds no state.
/// See <https://developer.apple.com/documentation/foundation/urlsessionuploadtask>.
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}
