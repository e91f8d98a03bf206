/// The default cap of a journal.
package enum DefaultCapacity {
  #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS) || os(Android)
  package static let journalBytes = 20 << 20
  #else
  package static let journalBytes = 512 << 20
  #endif
}
