/// The query of a request that concerns one project: `?project=<name>`.
struct ProjectQuery: Sendable {
  let project: String

  /// - Throws: 400 for a query without the project when the key is valid for all, and 403 for
  ///   another project than that of the key.
  init(_ query: String?, _ scope: ReadScope) throws(Refusal) {
    let query = try EventsQuery(query, scope, allowing: ["project"])
    guard let project = query.project else { throw .projectMissing }
    self.project = project
  }
}
