#if canImport(CryptoKit) || Crypto
import Cairn
import CairnPrivacy
import CairnTesting
import Foundation

/// The SDK with encryption on a folder of the real disk, launched repeatedly.
final class Scene: Sendable {
  let folder = Folder()
  let destination: RecordingDestination
  let clock = ManualClock()
  let key = Key()
  private let lines = Locked<[Diagnostic]>([])

  init(_ destination: RecordingDestination = RecordingDestination()) {
    self.destination = destination
  }

  var codes: [String] { lines.withLock { $0.map(\.code) } }

  /// Returns when a line with this code was logged.
  func said(_ code: String) async {
    while !codes.contains(code) { await Task.yield() }
  }

  /// Launches the SDK; `encryption` is nil for none.
  func launch(_ encryption: Encryption?) -> Analytics {
    var configuration = Configuration(destinations: [destination])
    configuration.directory = folder.url
    configuration.syncPolicy = .never
    configuration.encryption = encryption
    configuration.diagnostics = { line in self.lines.withLock { $0.append(line) } }
    configuration.seams.clock = clock
    return Analytics(configuration)
  }

  func launch() -> Analytics { launch(.chaChaPoly(key)) }

  /// Encryption that decrypts and does not encrypt new data.
  var switchedOff: Encryption {
    var encryption = Encryption.chaChaPoly(key)
    encryption.isOn = false
    return encryption
  }

  /// The names of the events in batches that were accepted.
  var delivered: [String] {
    zip(destination.batches, destination.outcomes).filter { $0.1 == .accepted }
      .flatMap(\.0.events).compactMap { $0.fields?["event"] as? String }
  }
}
#endif
