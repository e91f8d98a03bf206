import ArgumentParser
import Cairn
import Foundation

/// The argument that describes a destination to a writer: `flaky=40123`, its name and a port of
/// this machine.
struct DestinationAddress: ExpressibleByArgument, Sendable {
  let name: String
  let port: Int

  init(name: String, port: Int) {
    self.name = name
    self.port = port
  }

  init?(argument: String) {
    let parts = argument.split(separator: "=")
    guard parts.count == 2, let port = Int(parts[1]) else { return nil }
    self.init(name: String(parts[0]), port: port)
  }

  var argument: String { "\(name)=\(port)" }

  /// Returns the SDK's destination; the name is also the write key.
  func destination(limits: BatchLimits = BatchLimits()) throws -> HTTPDestination {
    guard let url = URL(string: "http://127.0.0.1:\(port)") else {
      throw DemoFailure("not an address: \(argument)")
    }
    return HTTPDestination(
      endpoint: url, writeKey: name, name: name, limits: limits, transport: PatientTransport())
  }
}
