import Cairn
import CairnTesting
import Foundation
import Testing

/// The protection class of files, and the exclusion from backups.
@Suite struct FolderProtectionTests {
  /// A tree of files with classes, in which a new file has the class of its folder.
  final class Tree: FileProtection {
    let readable: Locked<Set<String>>
    let excluded = Locked<[String]>([])
    let names: [String]
    let hasClasses: Bool

    init(_ names: [String], readable: Set<String> = [], hasClasses: Bool = true) {
      self.names = names
      self.readable = Locked(readable)
      self.hasClasses = hasClasses
    }

    func excludeFromBackup(_ folder: String) { excluded.withLock { $0.append(folder) } }
    func isReadable(_ path: String) -> Bool { readable.withLock { $0.contains(path) } }
    func makeReadable(_ path: String) {
      if hasClasses { readable.withLock { _ = $0.insert(path) } }
    }
    func contents(_ folder: String) -> [String] { names }
  }

  @Test("the files of a folder without the class get it, and the folder is not backed up")
  func all() {
    let tree = Tree(["consent", "v1", "v1/log", "v1/log/1.seg"])
    FolderProtection.apply("/shop", tree)
    #expect(
      tree.readable.withLock { $0 } == [
        "/shop", "/shop/consent", "/shop/v1", "/shop/v1/log", "/shop/v1/log/1.seg",
      ])
    #expect(tree.excluded.withLock { $0 } == ["/shop"])
  }

  @Test("the files of a folder with the class are left alone, so that a launch costs nothing")
  func known() {
    let tree = Tree(["consent"], readable: ["/shop"])
    FolderProtection.apply("/shop", tree)
    #expect(tree.readable.withLock { $0 } == ["/shop"])
    #expect(tree.excluded.withLock { $0 } == ["/shop"])
  }

  @Test("on a volume without classes no file is touched")
  func without() {
    let tree = Tree(["consent"], hasClasses: false)
    FolderProtection.apply("/shop", tree)
    #expect(tree.readable.withLock { $0 }.isEmpty)
  }

  /// A file system that notes the folders that are protected, and every file that is created
  /// outside of them.
  final class Watch: ForwardingFileSystem {
    let files: any FileSystem
    let folders = Locked<[String]>([])
    let unprotected = Locked<[String]>([])

    init(_ files: any FileSystem) { self.files = files }

    func protectDirectory(_ path: String) { folders.withLock { $0.append(path) } }

    func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
      let isProtected = folders.withLock { $0.contains { path.hasPrefix($0 + "/") } }
      // The probe of the volume's locks is empty, and is removed at once.
      if mode == .create, !isProtected, !path.hasSuffix("/lock-probe") {
        unprotected.withLock { $0.append(path) }
      }
      return try files.open(path, mode)
    }
  }

  @Test("every file of an instance is created in a folder that is protected before")
  func everyFile() async throws {
    let scene = ContextFixture()
    let watch = Watch(scene.storage.files)
    let analytics = scene.start(on: watch) { $0.lossReportInterval = 60 }
    analytics.setConsent(.granted)
    analytics.identify("user")
    analytics.superProperties.register(["plan": "pro"])
    analytics.track("One")
    await analytics.flush()
    analytics.reset()
    try await analytics.erase()
    analytics.track("Two")
    analytics.setConsent(.denied)
    await analytics.close()
    #expect(watch.unprotected.withLock { $0 } == [])
    #expect(watch.folders.withLock { $0.first } == "/test/key-ef46db3751d8e999")
  }
}
