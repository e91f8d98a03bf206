import Cairn
import CairnExperimentVectors
import CairnExperiments
import Testing

@Suite struct ExperimentDocumentTests {
  @Test(
    "an invalid document is refused, and the error has the place and the reason",
    arguments: [
      ("", "the document is not valid JSON"),
      ("<html>Bad Gateway</html>", "the document is not valid JSON"),
      ("[]", "the document is not a JSON object"),
      ("{}", "account_id is missing"),
      (#"{"account_id":"1"}"#, "project.id is missing"),
      (#"{"account_id":true,"project":{"id":1}}"#, "account_id is neither text nor a number"),
      (#"{"account_id":"1","project":"2"}"#, "project.id is missing"),
      (#"{"error":"no such key"}"#, "error was returned instead of a document: no such key"),
      (
        #"{"error":{"code":500,"message":"broken"}}"#,
        "error was returned instead of a document: broken"
      ),
    ])
  func refused(text: String, expected: String) {
    let error = #expect(throws: ExperimentDocumentError.self) {
      try ExperimentDocument(json: text.utf8)
    }
    #expect(error?.description == expected)
  }

  @Test("an error answer with a document's ids is an error all the same")
  func errorWithIDs() {
    let text = #"{"account_id":"1","project":{"id":"2"},"error":"expired"}"#
    #expect(throws: ExperimentDocumentError.self) { try ExperimentDocument(json: text.utf8) }
  }

  @Test("ids are numbers or text")
  func ids() throws {
    let document = try Scene.document([
      "account_id": 100, "project": ["id": 200],
      "experiences": [Scene.experience(["id": 71_001, "audiences": [8_001]])],
      "audiences": [["id": "8001", "rules": Scene.rules("plan", "pro")]],
    ])
    #expect(document.accountID == "100")
    #expect(document.projectID == "200")
    let engine = DecisionEngine(document)
    #expect(engine.decide("cart", for: Scene.visitor()).reason == .audienceMismatch)
    let pro = engine.decide("cart", for: Scene.visitor("shopper-1", ["plan": "pro"]))
    #expect(pro.experienceID == "71001")
    #expect(pro.variation != nil)
  }

  @Test("unknown kinds are skipped with a remark, and the rest is served")
  func unknownKinds() throws {
    let change: Value = ["id": "1", "type": "hologram", "data": ["feature_id": 6_001]]
    let document = try Scene.document([
      "experiences": [
        Scene.experience(["key": "new", "type": "telepathy"]), ["key": "nameless"],
        Scene.experience(["variations": [["id": "c1", "changes": [change]]], "future": [1, 2]]),
      ],
      "features": [["id": "6001", "key": "cart-layout"]], "planets": [],
    ])
    #expect(document.experiences.map(\.key) == ["cart"])
    #expect(
      document.remarks.map(\.description) == [
        "experiences[0] is of an unknown type, telepathy", "experiences[1] has no id",
      ])
    let feature = DecisionEngine(document).feature("cart-layout", for: Scene.visitor()).feature
    #expect(feature.status == .disabled)
  }

  @Test("keys are the same only with the same code units")
  func keys() throws {
    let document = try Scene.document(["experiences": [Scene.experience(["key": "caf\u{E9}"])]])
    #expect(document.experience(key: "caf\u{E9}") != nil)
    #expect(document.experience(key: "cafe\u{301}") == nil)
  }

  @Test("the revision changes with any byte")
  func revision() throws {
    let one = try Scene.document()
    #expect(try one == Scene.document())
    #expect(try one != Scene.document(["is_debug": true]))
  }

  @Test("excessive nesting is refused, whatever the stack size")
  func depth() {
    let text = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    #expect(throws: ExperimentDocumentError.self) { try ExperimentDocument(json: text.utf8) }
  }
}
