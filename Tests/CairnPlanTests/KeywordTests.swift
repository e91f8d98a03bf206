import Cairn
import CairnPlan
import CairnPlanTypes
import CairnTesting
import Foundation
import Testing

/// Names in a plan may equal Swift's own names: the generated code is compiled.
@Suite struct KeywordTests {
  /// All words with a meaning in Swift, except `self`, which the plan's reader refuses.
  static let words: [String] = """
    Any Protocol Type actor any as associatedtype associativity async await borrowing break
    case catch class consume consuming continue convenience copy default defer deinit didSet discard
    distributed do dynamic each else enum extension fallthrough false fileprivate final for func get
    guard higherThan if import in indirect infix init inout internal is isolated lazy left let
    lowerThan macro module mutating mutableAddressWith nil none nonisolated nonmutating open
    operator optional override package postfix precedence precedencegroup prefix private protocol
    public read reasync repeat required rethrows return right sending set some static struct
    subscript super switch then throw throws transferring true try typealias unowned unsafe var weak
    where while willSet yield modify left right assignment copyable escapable unsafeAddress
    """.split(whereSeparator: \.isWhitespace).map(String.init).reduce(into: []) { list, word in
      if !list.contains(where: { $0.lowercased() == word.lowercased() }) { list.append(word) }
    }

  private func document(_ description: String = "") -> [UInt8] {
    let choices = Value.array(Self.words.map(Value.string))
    var properties: [String: Value] = [:]
    for word in Self.words { properties[word] = ["type": "integer"] }
    var lists: [String: Value] = [:]
    for word in Self.words {
      lists[word] = ["type": "string", "enum": choices, "description": .string(description)]
    }
    var events: [String: Value] = [
      "Numbers": [
        "properties": .object(properties), "required": .array(Self.words.map(Value.string)),
      ],
      "Choices": ["properties": .object(lists), "description": .string(description)],
    ]
    for word in Self.words { events["\(word) \(word)"] = ["properties": ["\(word)": [:]]] }
    return Value.object(["events": .object(events)]).json
  }

  /// Returns the compiler's output for the text; nil when there is no compiler.
  private func compiled(_ text: String) throws -> String? {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // A replacement for the module Cairn with the declarations that the text needs.
    let cairn = """
      public enum Value: Hashable, Sendable {
        case int(Int), string(String), double(Double), bool(Bool), array([Value]), null
        case object([String: Value])
      }
      public protocol TypedEvent: Sendable {
        static var name: String { get }
        var properties: [String: Value] { get }
      }
      public protocol TypedScreen: TypedEvent {}
      """
    let source = text.replacingOccurrences(of: "public import Cairn\n", with: "")
      .replacingOccurrences(of: "import Cairn\n", with: "")
    for (name, content) in [("Cairn.swift", cairn), ("Made.swift", source)] {
      try Data(content.utf8).write(to: folder.appendingPathComponent(name))
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors",
      folder.appendingPathComponent("Cairn.swift").path,
      folder.appendingPathComponent("Made.swift").path,
    ]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    do { try process.run() } catch { return nil }
    let said = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if process.terminationStatus == 127 { return nil }
    return process.terminationStatus == 0 ? "" : said
  }

  @Test("every keyword of Swift may be a property, a choice or an event")
  func words() throws {
    let plan = try TrackingPlan(json: document())
    let said = try compiled(SwiftSource.text(of: plan))
    #expect(said == "" || said == nil, "\(said ?? "")")
  }

  @Test("a description may contain any character")
  func characters() throws {
    let all = (0...0x9F).compactMap { Unicode.Scalar($0).map(String.init) }.joined(separator: "x")
    let plan = try TrackingPlan(json: document("One \(all) \u{2028}\u{202E}\u{FEFF} */ end"))
    let text = try SwiftSource.text(of: plan)
    let bad = text.unicodeScalars.filter {
      $0.properties.generalCategory == .control && $0 != "\n"
    }
    #expect(bad.isEmpty)
    let said = try compiled(text)
    #expect(said == "" || said == nil, "\(said ?? "")")
  }
}
