#if canImport(CryptoKit) || Crypto
import Cairn
import Foundation
import Testing

/// The places where words that enter the SDK can be read: measured, compared with the permitted
/// ones, and documented.
@Suite("The proof of privacy")
struct PrivacyProofTests {
  /// The measurement, made once for all tests.
  private static let proof = Task { try await PrivacyProof.measured() }

  private static var document: URL {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.appendingPathComponent("Documentation/Privacy.md")
  }

  @Test("no word is found where it must not be, and the documentation lists where each is found")
  func proof() async throws {
    let proof = try await Self.proof.value
    for input in ProofInput.all {
      for place in ProofPlace.allCases {
        for state in ProofState.allCases {
          let found = proof.finding(input, place, state)
          #expect(
            input.allowed(place, state).contains(found),
            "\(input.title), \(place.rawValue), \(state): \(found.rawValue)")
        }
      }
    }
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    #expect(text.contains(proof.tables), "Documentation/Privacy.md should have:\n\(proof.tables)")
  }

  @Test("words are found where they must be: the search works")
  func sighted() async throws {
    let proof = try await Self.proof.value
    for input in ProofInput.all where input.kind == .personal || input.kind == .eventName {
      #expect(proof.finding(input, .disk, .granted) == .plain, "\(input.title)")
      #expect(proof.finding(input, .disk, .pending) == .plain, "\(input.title)")
      #expect(proof.finding(input, .requests, .granted) == .plain, "\(input.title)")
      #expect(proof.finding(input, .requests, .encrypted) == .plain, "\(input.title)")
      #expect(proof.finding(input, .requests, .redacted) == .hashed, "\(input.title)")
    }
    for input in ProofInput.all where input.kind == .kept {
      #expect(proof.finding(input, .disk, .granted) == .plain, "\(input.title)")
      #expect(proof.finding(input, .disk, .redacted) == .hashed, "\(input.title)")
    }
    for input in ProofInput.all where input.kind == .secret {
      #expect(proof.finding(input, .requests, .granted) == .plain, "\(input.title)")
    }
  }

  static let actions: [(String, RedactionAction)] = [
    ("remove", .remove), ("replace", .replace()),
    ("reversed", .transform { String($0.reversed()) }),
    ("nothing", .transform { _ in nil }),
  ]

  @Test(
    "with any action of a rule, the word is found nowhere", arguments: 0..<actions.count)
  func rules(number: Int) async throws {
    let (name, action) = Self.actions[number]
    let app = ProofApp(.redacted, action)
    try await app.run()
    for input in ProofInput.all
    where [.personal, .kept, .eventName].contains(input.kind) {
      for place in ProofPlace.allCases {
        #expect(
          app.finding(input.word, in: place) == .absent,
          "\(name): \(input.title), \(place.rawValue)")
      }
    }
    // A key is not searched for patterns: its presence proves that the app ran and was examined.
    #expect(app.finding(ProofInput.word("key"), in: .disk) == .plain)
    #expect(app.finding(ProofInput.word("key"), in: .requests) == .plain)
  }
}
#endif
