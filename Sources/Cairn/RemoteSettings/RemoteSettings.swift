public import Foundation

/// Settings that a server can change while the app is in use: a kill switch, sampling, the delivery
/// schedule.
///
/// They are a JSON object from any server that serves files, or from Cairn's collector (`cairnctl
/// collect --settings FILE`):
///
/// ```json
/// {"enabled": true, "sampling": {"Scrolled": 0.1},
///  "flushAt": 50, "flushInterval": 60, "validFor": 86400}
/// ```
///
/// Each member is optional. The settings are fetched at launch, when the app enters the foreground
/// and at intervals, with `If-None-Match`. They are stored on the disk, and are replaced only by a
/// valid response. They expire `validFor` seconds after they were fetched, at most a day, unless
/// they are fetched again. The article <doc:SettingsFromAServer> has the details.
public struct RemoteSettings: Sendable {
  /// The URL from which the settings are fetched.
  public var url: URL

  /// The interval in seconds after which the settings are fetched again; from 60 to 86 400.
  ///
  /// The default is an hour. After a failure the interval is five minutes, if that is less.
  public var refreshInterval = 3_600.0

  /// The transport that sends the request.
  ///
  /// The default is a `URLSession` of its own.
  public var transport: any HTTPTransport

  /// Creates settings that are fetched from a URL, such as that of a file on your web server.
  public init(url: URL, transport: any HTTPTransport = URLSessionTransport()) {
    self.url = url
    self.transport = transport
  }

  /// Creates settings that are fetched from a collector, at `/v1/settings/` and the write key.
  public init(
    collector: URL, writeKey: String, transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.init(
      url: collector.appendingPathComponent("v1/settings").appendingPathComponent(writeKey),
      transport: transport)
  }
}
