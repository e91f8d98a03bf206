import Hummingbird
import NIOCore

/// `GET /live/stream`: the results of the batches that this collector receives, as server-sent
/// events.
struct LiveStreamEndpoint: Endpoint {
  static let path = "/live/stream"
  /// The time between two parts, so that many small batches become one part.
  private static let pause = Duration.milliseconds(100)

  let access: PageAccess
  let feed: LiveFeed

  func respond(to request: Request) async throws -> Response {
    let viewer = try access.viewer(request)
    let channel = RequestConnection.current?.channel
    let seat = try feed.join(
      project(viewer, FormValues(request.uri.query ?? "")), channel: channel)
    let body = ResponseBody { [access] writer in
      let heart = Task {
        while !Task.isCancelled {
          try await Task.sleep(for: feed.beat)
          seat.wake()
        }
      }
      defer { heart.cancel() }
      var text = "retry: 1000\n\n"
      var signals = seat.signals.makeAsyncIterator()
      repeat {
        guard seat.beginWrite() else { break }
        try await writer.write(ByteBuffer(string: text))
        seat.endWrite()
        try await Task.sleep(for: Self.pause)
        guard await signals.next() != nil else { break }
        let part = seat.take()
        text = part.isEmpty ? ": still here\n\n" : "data: \(part.json)\n\n"
        // A key that was revoked sees nothing more.
      } while (try? access.viewer(request))?.scope == viewer.scope
      // The end would wait for a viewer that does not read.
      guard channel?.isWritable != false else { return try await Self.abandon(channel) }
      try await writer.finish(nil)
    }
    return Response(
      status: .ok, headers: PageHeaders.fields("text/event-stream; charset=utf-8"), body: body)
  }

  private static func abandon(_ channel: (any Channel)?) async throws {
    try? await channel?.close()
    throw ChannelError.ioOnClosedChannel
  }

  private func project(_ viewer: Viewer, _ values: FormValues) throws(Refusal) -> String? {
    let wanted = values["project"]
    if let wanted, !viewer.sees(wanted) {
      throw .forbidden("the read key is not valid for this project")
    }
    return viewer.project ?? wanted
  }
}
