import CairnTesting
import Foundation
import Testing

@testable import Cairn

@Suite struct BatchProgressTests {
  let disk = InMemoryFileSystem()

  /// Returns the holder of a launch on the disk of the earlier ones.
  func holder(_ files: (any FileSystem)? = nil) -> DestinationContextHolder {
    let holder = DestinationContextHolder()
    holder.hold(
      DestinationContext(
        "/memory", files: files ?? disk, milliseconds: 7, diagnostics: Diagnostics { _ in }))
    return holder
  }

  func batch() -> Batch { Batch(key: UUID(), events: [], body: [], attempt: 0, milliseconds: 0) }

  @Test("a count is read by the next launch, and applies to its batch only")
  func launches() {
    let (one, other) = (batch(), batch())
    let holder = holder()
    #expect(BatchProgress(holder, one).count == 0)
    #expect(BatchProgress(holder, one).store(3))
    #expect(BatchProgress(self.holder(), one).count == 3)
    #expect(BatchProgress(self.holder(), other).count == 0)
    #expect(BatchProgress(holder, one).store(70_000))
    #expect(BatchProgress(self.holder(), one).count == 70_000)
    #expect(BatchProgress(holder, one).store(1))
    #expect(BatchProgress(holder, one).count == 1)
    #expect(BatchProgress(holder, other).store(2))
    #expect(BatchProgress(self.holder(), one).count == 0)
  }

  @Test("a count that the disk refuses is reported, and applies in this launch")
  func refused() {
    let isFull = Locked(false)
    let files = FaultyFileSystem(disk) { call in
      isFull.withLock { $0 } && call.name == "write" ? .fail(ENOSPC) : .none
    }
    let batch = batch()
    let holder = holder(files)
    let progress = BatchProgress(holder, batch)
    #expect(progress.store(1))
    isFull.withLock { $0 = true }
    #expect(!progress.store(2))
    #expect(BatchProgress(holder, batch).count == 2)
    #expect(BatchProgress(self.holder(), batch).count == 1)
  }

  @Test("without a context no count is stored")
  func homeless() {
    let progress = BatchProgress(DestinationContextHolder(), batch())
    #expect(!progress.store(1))
    #expect(progress.count == 0)
  }
}
