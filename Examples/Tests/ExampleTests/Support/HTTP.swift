import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests over real sockets.
enum HTTP {
  struct Failure: Error {
    var status: Int
  }

  /// The number of connections, one for each client.
  private static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 64
    return URLSession(configuration: configuration)
  }()

  static func get(_ address: String) async throws -> Data {
    try await data(for: request(address), expecting: 200)
  }

  static func post(_ json: String, to address: String) async throws -> Data {
    var request = try request(address)
    request.httpMethod = "POST"
    request.httpBody = Data(json.utf8)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    return try await data(for: request, expecting: 201)
  }

  private static func request(_ address: String) throws -> URLRequest {
    guard let url = URL(string: address) else { throw URLError(.badURL) }
    return URLRequest(url: url)
  }

  private static func data(for request: URLRequest, expecting status: Int) async throws -> Data {
    let (data, response) = try await session.data(for: request)
    let answered = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard answered == status else { throw Failure(status: answered) }
    return data
  }
}
