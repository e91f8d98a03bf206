import Cairn
import CairnTesting
import Dispatch
import Foundation

/// The app on one disk in memory, for several launches, with a server and a system uploader.
struct UploadFixture {
  let clock = ManualClock()
  let storage = TestStorage()
  let uploader = StubUploader()
  let transport = RecordingTransport()
  let endpoint = URL(fileURLWithPath: "/v1/batch")

  /// Starts the SDK; only a flush, a signal or an earlier launch's data starts a delivery.
  ///
  /// `files` is placed in front of the disk.
  func start(
    on files: (any FileSystem)? = nil, _ change: (inout Configuration) -> Void = { _ in }
  ) -> Analytics {
    let server = HTTPDestination(
      endpoint: endpoint, writeKey: "secret", compresses: false,
      transport: transport)
    var configuration = Configuration(destinations: [server])
    configuration.flushAt = 100_000
    configuration.flushInterval = 86_400
    configuration.instance = "shop"
    change(&configuration)
    configuration = configuration.testing(clock: clock, storage: storage)
    configuration.seams.uploader = uploader
    if let files { configuration.seams.files = files }
    return Analytics(configuration)
  }

  /// Suspends as the system does: on a separate thread, and without further work after it has
  /// returned.
  func suspend(_ analytics: Analytics) async {
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        analytics.engine?.handle(.suspending)
        done.resume()
      }
    }
  }

  func text(_ upload: BackgroundUpload) throws -> String {
    let file = try OpenFile(upload.file, .read, in: storage.files)
    return String(decoding: try file.read(try file.status().size, at: 0), as: UTF8.self)
  }

  /// The contents of the disk except the journal.
  var storageText: String {
    let folder = "/test/shop/v1/dest/http"
    let names = (try? storage.files.list(folder)) ?? []
    return names.compactMap { name in
      guard let file = try? OpenFile("\(folder)/\(name)", .read, in: storage.files),
        let bytes = try? file.read(file.status().size, at: 0)
      else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }.joined()
  }

  /// The files of the uploads on the disk.
  var files: [String] {
    let names = try? storage.files.list("/test/shop/v1/dest/http")
    return (names ?? []).filter { $0.hasSuffix(".upload") || $0.hasSuffix(".answer") }
  }
}

extension BackgroundUpload {
  var key: String? { request.header("Idempotency-Key") }
}

extension Analytics {
  func row() -> Ledger.Row { ledger().destinations[0] }
}

extension RecordingTransport {
  func key(_ number: Int) -> String? { requests[number].header("Idempotency-Key") }
}
