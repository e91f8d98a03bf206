import Cairn

/// The initial documents of a keeper.
struct InitialDocuments: Sendable {
  let source: (any ExperimentSource)?
  let given: [UInt8]?
  let maximumBytes: Int
  let lines: DeferredDiagnostics
  let begun: @Sendable (CurrentDocument?) -> Void

  /// Returns the given document if it is valid, and the problem of the configuration if there is
  /// one.
  func document() -> (CurrentDocument?, ExperimentsError?) {
    guard let given else {
      let nothing = ExperimentsError(.emptyDocument, "there is no source and no document")
      return (nil, source.map { $0.problem } ?? nothing)
    }
    if given.isEmpty {
      return (nil, ExperimentsError(.emptyDocument, "the given document is empty"))
    }
    do throws(ExperimentDocumentError) {
      let document = try ExperimentDocument(json: given)
      return (CurrentDocument(document: document, source: .given), source?.problem)
    } catch {
      return (nil, ExperimentsError(.invalidDocument, "the given document is not valid: \(error)"))
    }
  }

  /// Returns the stored document, if it is valid.
  func load(_ cache: DocumentCache?) -> (current: CurrentDocument, etag: String?)? {
    guard let cache, let (copy, mark) = cache.beginReading(atMost: maximumBytes) else { return nil }
    defer { mark?.remove() }
    do throws(ExperimentDocumentError) {
      let document = try ExperimentDocument(json: copy.document)
      return (CurrentDocument(document: document, source: .cache), copy.etag)
    } catch {
      cache.putAside("is not a document: \(error)")
      return nil
    }
  }
}

/// Holds diagnostics until no lock is held, because the log's handler may call back.
final class DeferredDiagnostics: Sendable {
  private let lines = Locked<[Diagnostic]>([])

  var diagnostics: Diagnostics {
    Diagnostics { [self] line in lines.withLock { $0.append(line) } }
  }

  func release(to diagnostics: Diagnostics) {
    let said = lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
    for line in said { diagnostics.report(line.level, line.code, line.message) }
  }
}
