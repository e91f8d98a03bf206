package import Cairn
public import Foundation

/// Reads the document from a file, such as one that a deployment writes; changes are detected
/// within seconds.
///
/// Replace the file by renaming another one over it. An incompletely written file is ignored and
/// read again.
public struct FileExperimentSource: ExperimentSource {
  /// The URL of the file.
  public var url: URL
  /// The interval between reads, in seconds; 2 by default.
  public var refreshInterval: Double? = 2
  /// A deployment may put a link there.
  package var files: any FileSystem = PosixFileSystem(followsLinks: true)

  /// Makes a source that reads from a file.
  public init(_ url: URL) { self.url = url }

  /// The path of the file.
  public var name: String { url.path }

  /// Reads the file.
  ///
  /// The ETag is a hash of its bytes.
  public func fetch(etag: String?) async throws -> FetchedDocument {
    let file = try OpenFile(url.path, .read, in: files)
    let size = try file.status().size
    guard size <= HTTPExperimentSource.maximumBytes else {
      throw ExperimentSourceError("the file has \(size) bytes")
    }
    let bytes = try file.read(size, at: 0)
    let mark = Hex.text(XXH64.hash(bytes, seed: 0))
    return mark == etag ? .unchanged : .document(bytes, etag: mark)
  }
}
