package import Cairn
import Foundation

/// The experiences that were registered, the last hundred used; kept from launch to launch.
///
/// Safe to use from any thread. What is stored survives the death of the process: a write goes beside the last value,
/// which stays until the new one is whole.
package final class Definitions: Sendable {
  package static let most = 100
  static let magic: UInt64 = 0x0031_4645_4443_5643
  static let slotSize = 131_072

  private struct State {
    /// The one that was used last comes last.
    var items: [ExperienceDefinition] = []
    var file: SlotFile?

    mutating func use(_ id: String) -> Int? {
      guard let place = items.lastIndex(where: { $0.id == id }) else { return nil }
      items.append(items.remove(at: place))
      return items.count - 1
    }
  }

  private let state: Locked<State>
  private let diagnostics: Diagnostics

  package init(_ path: String, files: any FileSystem, diagnostics: Diagnostics) {
    self.diagnostics = diagnostics
    var state = State()
    do throws(FileError) {
      let file = try SlotFile(path, magic: Self.magic, slotSize: Self.slotSize, files: files)
      state.items = file.slots.lazy.compactMap { Self.decoded($0.content) }.first ?? []
      state.file = file
    } catch {
      diagnostics.report(
        .notice, "content.definitions",
        "definitions of experiences hold for this run alone: \(error)")
    }
    self.state = Locked(state)
  }

  private static func decoded(_ bytes: [UInt8]) -> [ExperienceDefinition]? {
    try? JSONDecoder().decode([ExperienceDefinition].self, from: Data(bytes))
  }

  /// All of them, the one that was used last at the end.
  package var all: [ExperienceDefinition] { state.withLock { $0.items } }

  /// Takes a definition, in place of an earlier one with the same identifier.
  package func register(_ definition: ExperienceDefinition) {
    state.withLock { state in
      state.items.removeAll { $0.id == definition.id }
      state.items.append(definition)
      state.items.removeFirst(max(0, state.items.count - Self.most))
      save(&state)
    }
  }

  /// The definition, which counts as used now.
  package func use(_ id: String) -> ExperienceDefinition? {
    state.withLock { state in state.use(id).map { state.items[$0] } }
  }

  /// Remembers where an experience was seen; nil for no place.
  package func see(_ id: String, at location: String?) {
    state.withLock { state in
      guard let place = state.use(id), state.items[place].lastLocation != location else { return }
      state.items[place].lastLocation = location
      save(&state)
    }
  }

  package func removeAll() {
    state.withLock { state in
      state.items = []
      // Both slots: what was forgotten shall not lie in the other one.
      save(&state)
      save(&state)
    }
  }

  /// What does not fit is kept in memory alone, the least recently used first.
  private func save(_ state: inout State) {
    guard let file = state.file else { return }
    var kept = state.items[...]
    var bytes = Self.encoded(kept)
    while bytes.count > file.capacity, !kept.isEmpty {
      kept = kept.dropFirst(max(1, kept.count / 8))
      bytes = Self.encoded(kept)
    }
    do throws(FileError) {
      try file.write(bytes)
    } catch {
      diagnostics.report(.notice, "content.definitions", "a definition is not stored: \(error)")
    }
  }

  private static func encoded(_ items: ArraySlice<ExperienceDefinition>) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(Array(items))).map(Array.init) ?? []
  }
}
