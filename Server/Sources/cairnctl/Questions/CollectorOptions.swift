import ArgumentParser
import Cairn
import CairnServer
import Foundation
import ToolSupport

/// The collector that a command asks, and the form of the output.
struct CollectorOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The address of the collector.", valueName: "URL"))
  var collector = "http://127.0.0.1:8080"

  @Option(
    help: ArgumentHelp(
      "A read key; better in the environment variable CAIRN_READ_KEY, which is not visible in the "
        + "list of processes.", valueName: "key"))
  var key: String?

  @Option(
    help: ArgumentHelp(
      "The project; not needed with a key that is valid for one project.", valueName: "name"))
  var project: String?

  @Flag(help: "Print the JSON of the collector.") var json = false
  @Flag(help: "Print lines with values that are separated by commas.") var csv = false

  func validate() throws {
    guard !json || !csv else { throw ValidationError("--json and --csv exclude each other") }
    guard let url = URL(string: collector), ["http", "https"].contains(url.scheme), url.host != nil
    else { throw ValidationError("--collector is a URL such as http://127.0.0.1:8080") }
  }

  /// Asks the collector.
  ///
  /// - Parameters:
  ///   - path: The path of the question, such as `/v1/trend`.
  ///   - parameters: The parameters; those without a value are left out.
  /// - Returns: The JSON of the answer.
  /// - Throws: `ExitCode` after it printed the problem.
  func ask(_ path: String, _ parameters: [(String, String?)]) async throws -> Data {
    let response: HTTPResponse
    do {
      response = try await self.response(path, parameters)
    } catch {
      throw failure(error.text)
    }
    guard response.status == 200 else { throw failure(await problem(response)) }
    return Data(response.body)
  }

  /// Asks the collector for a hint beside an answer, whose failure is not told.
  func askSilently(_ path: String, _ parameters: [(String, String?)]) async -> Data? {
    let response = try? await response(path, parameters)
    return response.flatMap { $0.status == 200 ? Data($0.body) : nil }
  }

  /// The reason why there is no response.
  private struct NoResponse: Error {
    var text: String
  }

  /// Returns the response of the collector, whatever its status.
  private func response(
    _ path: String, _ parameters: [(String, String?)]
  ) async throws(NoResponse) -> HTTPResponse {
    let base = collector.hasSuffix("/") ? String(collector.dropLast()) : collector
    let query = ([("project", project)] + parameters).compactMap { name, value in
      value.map { "\(name)=\(Self.encode($0))" }
    }
    guard let url = URL(string: base + path + "?" + query.joined(separator: "&")) else {
      throw NoResponse(text: "\(base + path) is not a URL")
    }
    do {
      return try await AsyncHTTPClientTransport().send(
        HTTPRequest(url: url, method: "GET", headers: headers, body: []))
    } catch {
      throw NoResponse(text: CollectorFailure.text(error, collector))
    }
  }

  private var headers: [(name: String, value: String)] {
    let variable = ProcessInfo.processInfo.environment["CAIRN_READ_KEY"]
    guard let key = key ?? variable, !key.isEmpty else { return [] }
    return [("Authorization", "Basic " + Data("\(key):".utf8).base64EncodedString())]
  }

  private func problem(_ response: HTTPResponse) async -> String {
    struct Answer: Decodable {
      struct Problem: Decodable { var message: String }
      var error: Problem
    }
    let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body))
    guard let message = answer?.error.message else {
      return "the collector answered with the status \(response.status)"
    }
    if response.status == 401, headers.isEmpty {
      return message + "; set the environment variable CAIRN_READ_KEY"
    }
    guard project == nil, message.hasPrefix("the query must have a project") else {
      return message
    }
    let known = await projects()
    let examples = known.isEmpty ? "" : ", such as " + known.joined(separator: ", ")
    return message + "; add --project NAME" + examples
  }

  /// Returns the projects of the newest events.
  private func projects() async -> [String] {
    guard let data = await askSilently("/v1/search", [("limit", "100")]),
      let answer = try? JSONDecoder().decode(SearchAnswer.self, from: data)
    else { return [] }
    var known: [String] = []
    for event in answer.events where !known.contains(event.project) { known.append(event.project) }
    return known.prefix(Self.shownProjects).map(\.printable)
  }

  /// The maximum number of projects in a hint.
  private static var shownProjects: Int { 8 }

  private static func encode(_ value: String) -> String {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private func failure(_ message: String) -> ExitCode {
    Self.note(message)
    return .failure
  }

  /// Prints a line on the standard error.
  static func note(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data("cairnctl: \(message)\n".utf8))
  }
}

/// The period of a question.
struct PeriodOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The first day, or a time such as 2026-11-27T10:00:00Z. (default: seven days with today)",
      valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("The last day, or the time of the end.", valueName: "date"))
  var to: String?

  @Option(
    help: ArgumentHelp("The IANA name of the time zone in which days begin.", valueName: "zone"))
  var zone = "UTC"

  var parameters: [(String, String?)] { [("from", from), ("to", to), ("zone", zone)] }
}
