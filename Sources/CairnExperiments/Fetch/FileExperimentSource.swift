package import Cairn
public import Foundation

/// Reads the document from a file, such as one that a deployment puts there; a change is noticed within seconds.
///
/// Replace the file by renaming another one over it. One that is half written is passed over and read again.
public struct FileExperimentSource: ExperimentSource {
  /// The file.
  public var url: URL
  /// How often it is looked into, in seconds; 2 by default.
  public var refreshInterval: Double? = 2
  /// A deployment may put a link there.
  package var files: any FileSystem = PosixFileSystem(followsLinks: true)

  /// Reads from a file.
  public init(_ url: URL) { self.url = url }

  /// The path.
  public var name: String { url.path }

  /// Reads the file.
  ///
  /// Its mark is a hash of its bytes.
  public func fetch(etag: String?) async throws -> FetchedDocument {
    let file = try OpenFile(url.path, .read, in: files)
    let size = try file.status().size
    guard size <= HTTPExperimentSource.mostBytes else {
      throw ExperimentSourceError("the file has \(size) bytes")
    }
    let bytes = try file.read(size, at: 0)
    let mark = Hex.text(XXH64.hash(bytes, seed: 0))
    return mark == etag ? .unchanged : .document(bytes, etag: mark)
  }
}
