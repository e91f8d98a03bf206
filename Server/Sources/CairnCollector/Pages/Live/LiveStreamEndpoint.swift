import Hummingbird

/// `GET /live/stream`: the results of the batches that this collector receives, as server-sent
/// events.
struct LiveStreamEndpoint: Endpoint {
  static let path = "/live/stream"
  /// The time between two signs of life, and between two checks of the session.
  static let beat = Duration.seconds(5)
  /// The time between two parts, so that many small batches become one part.
  private static let pause = Duration.milliseconds(100)

  let access: PageAccess
  let feed: LiveFeed

  func respond(to request: Request) async throws -> Response {
    let viewer = try access.viewer(request)
    let seat = try feed.join(project(viewer, FormValues(request.uri.query ?? "")))
    let body = ResponseBody { [access] writer in
      let heart = Task {
        while !Task.isCancelled {
          try await Task.sleep(for: Self.beat)
          seat.wake()
        }
      }
      defer { heart.cancel() }
      try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
      for await _ in seat.signals {
        let part = seat.take()
        // A key that was revoked sees nothing more.
        guard (try? access.viewer(request))?.scope == viewer.scope else { break }
        let text = part.isEmpty ? ": still here\n\n" : "data: \(part.json)\n\n"
        try await writer.write(ByteBuffer(string: text))
        try await Task.sleep(for: Self.pause)
      }
      try await writer.finish(nil)
    }
    return Response(
      status: .ok, headers: PageHeaders.fields("text/event-stream; charset=utf-8"), body: body)
  }

  private func project(_ viewer: Viewer, _ values: FormValues) throws(Refusal) -> String? {
    let wanted = values["project"]
    if let wanted, !viewer.sees(wanted) {
      throw .forbidden("the read key is not valid for this project")
    }
    return viewer.project ?? wanted
  }
}
