#if !canImport(FoundationNetworking) || canImport(AppleURLSession)
import Foundation

#if canImport(AppleURLSession)
import AppleURLSession
#endif

/// Uploads with a background `URLSession`, which the system performs in a separate process.
package final class BackgroundSessionUploader: BackgroundUploader {
  private let session: BackgroundSession
  private let listener = Locked<Int?>(nil)

  /// - Parameters:
  ///   - identifier: The identifier of the session, unique in the process and specific to the app.
  ///   - sessions: The sessions of this process.
  package init(identifier: String, in sessions: BackgroundSessions = .shared) {
    session = sessions.session(identifier)
  }

  package func listen(_ receiver: @escaping @Sendable (String, UploadAnswer) -> Void) {
    let number = session.listen(receiver)
    listener.withLock { $0 = number }
  }

  package func upload(_ upload: BackgroundUpload) {
    let file = URL(fileURLWithPath: upload.file)
    // Any other scheme ends the app with an exception.
    guard ["http", "https"].contains(upload.request.url.scheme?.lowercased()),
      FileManager.default.isReadableFile(atPath: upload.file)
    else { return session.notify(upload.label, .none(reason: "not to be uploaded")) }
    let task = session.openedForUpload.uploadTask(
      with: Self.message(upload.request), fromFile: file)
    task.taskDescription = upload.label
    if let time = upload.notBefore {
      task.earliestBeginDate = Date(timeIntervalSince1970: Double(time.milliseconds) / 1_000)
    }
    task.resume()
  }

  private static func message(_ request: HTTPRequest) -> URLRequest {
    var message = URLRequest(url: request.url)
    message.httpMethod = request.method
    for header in request.headers {
      message.setValue(header.value, forHTTPHeaderField: header.name)
    }
    // Without compression, the length of the body shows whether the response is complete.
    message.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    return message
  }

  package func outstanding() async -> Set<String> {
    await withCheckedContinuation { continuation in
      session.opened.getAllTasks { tasks in
        continuation.resume(returning: Set(tasks.compactMap(\.taskDescription)))
      }
    }
  }

  package func cancel(_ label: String) {
    session.opened.getAllTasks { tasks in
      for task in tasks where task.taskDescription == label { task.cancel() }
    }
  }

  package func cancelAll() {
    session.opened.getAllTasks { tasks in
      for task in tasks { task.cancel() }
    }
  }

  package func whenEventsAreTold(_ handler: @escaping @Sendable () -> Void) {
    session.whenEventsAreTold(handler)
  }

  package func close() {
    listener.withLock { number in
      if let number { session.remove(number) }
      number = nil
    }
  }
}
#endif
