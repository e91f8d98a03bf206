import Cairn
import CairnJNI
import Foundation
import Synchronization

// The functions that the native methods of Kotlin call, on any thread. Before `cairn_open` they do
// nothing.

/// The app's instance.
private let shared = Mutex<Analytics?>(nil)

private var analytics: Analytics? { shared.withLock { $0 } }

/// Opens the journal in the app's files folder; later calls do nothing.
///
/// Returns false if the endpoint is not a URL.
@_cdecl("cairn_open")
public func open(_ folder: CairnText, _ writeKey: CairnText, _ endpoint: CairnText) -> Bool {
  guard let url = URL(string: endpoint.string), url.host != nil else { return false }
  var configuration = Configuration(writeKey: writeKey.string, endpoint: url)
  configuration.directory = URL(filePath: folder.string + "/cairn")
  // A second instance would share the journal of the first one.
  shared.withLock { if $0 == nil { $0 = Analytics(configuration) } }
  return true
}

/// Records an event and returns whether it is recorded; `identifier` then receives its text of 36
/// bytes.
@_cdecl("cairn_track")
public func track(
  _ name: CairnText, _ properties: CairnText, _ identifier: UnsafeMutablePointer<CChar>
) -> Bool {
  guard let id = analytics?.track(name.string, JSONObject.values(in: properties.data)) else {
    return false
  }
  for (offset, byte) in id.description.utf8.prefix(Int(CairnIdentifierLength)).enumerated() {
    identifier[offset] = CChar(bitPattern: byte)
  }
  return true
}

/// Reports that the app came to the foreground.
@_cdecl("cairn_did_enter_foreground")
public func didEnterForeground() { analytics?.appDidEnterForeground() }

/// Reports that the app went to the background; calls `completion` once with `context`, on any
/// thread.
@_cdecl("cairn_did_enter_background")
public func didEnterBackground(
  _ completion: @escaping @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void,
  _ context: UnsafeMutableRawPointer?
) {
  let address = UInt(bitPattern: context)
  let end: @Sendable () -> Void = { completion(UnsafeMutableRawPointer(bitPattern: address)) }
  guard let analytics else { return end() }
  analytics.appDidEnterBackground(completion: end)
}

/// Reports the network; `status` is the position of the value in Kotlin's `Cairn.Network`.
@_cdecl("cairn_network_did_change")
public func networkDidChange(_ status: Int32) {
  let all: [NetworkStatus] = [.unavailable, .wifi, .cellular, .wired, .other]
  analytics?.networkDidChange(to: all.indices.contains(Int(status)) ? all[Int(status)] : .other)
}

/// Reports whether the device saves power.
@_cdecl("cairn_low_power_mode_did_change")
public func lowPowerModeDidChange(_ isEnabled: Bool) {
  analytics?.lowPowerModeDidChange(isEnabled: isEnabled)
}

extension CairnText {
  var data: Data { bytes.map { Data(bytes: $0, count: count) } ?? Data() }
  var string: String { String(decoding: data, as: UTF8.self) }
}
