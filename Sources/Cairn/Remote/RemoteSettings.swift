public import Foundation

/// Settings that a server can change while the app is in use: a kill switch, sampling, how often to deliver.
///
/// A JSON object, from any server that sends files, or from Cairn's collector (`cairnctl collect --settings FILE`):
///
/// ```json
/// {"enabled": true, "sampling": {"Scrolled": 0.1}, "flushAt": 50, "flushInterval": 60, "validFor": 86400}
/// ```
///
/// Each member may be left out. They are fetched at the start, when the app comes to the front and at intervals, with
/// `If-None-Match`; kept on the disk; and replaced only by an answer that is in order. Whatever they say ends
/// `validFor` seconds after they were got, at most a day, unless they are got again. The article <doc:SettingsFromAServer> has
/// the details.
public struct RemoteSettings: Sendable {
  /// Where they are fetched.
  public var url: URL

  /// How long they are used before they are asked for again, in seconds; from 60 to 86 400.
  ///
  /// The default is an hour. After a failure it is five minutes, if that is less.
  public var refreshInterval = 3_600.0

  /// What sends the request.
  ///
  /// By default a `URLSession` of its own.
  public var transport: any HTTPTransport

  /// Fetches them from an address, such as a file of your web server.
  public init(url: URL, transport: any HTTPTransport = URLSessionTransport()) {
    self.url = url
    self.transport = transport
  }

  /// Fetches them from a collector: `/v1/settings/` and the write key.
  public init(
    collector: URL, writeKey: String, transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.init(
      url: collector.appendingPathComponent("v1/settings").appendingPathComponent(writeKey),
      transport: transport)
  }
}
