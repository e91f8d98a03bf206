import Cairn
import Testing

@Suite struct JSONMembersTests {
  func values(_ text: String) -> [String: String]? {
    Array(text.utf8).withUnsafeBytes { JSONMembers.values(of: $0) }?
      .mapValues { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "values are returned as in the text",
    arguments: [
      (#"{}"#, [:]), (#" { } "#, [:]),
      (#"{"a":1.0,"b":"x"}"#, ["a": "1.0", "b": #""x""#]),
      (
        #"{"a" : [1, {"b":"}"}] , "c":{"d":"\"]"}}"#,
        ["a": #"[1, {"b":"}"}]"#, "c": #"{"d":"\"]"}"#]
      ),
      (#"{"a":"\\","b":"é,:{","c":null}"#, ["a": #""\\""#, "b": #""é,:{""#, "c": "null"]),
    ])
  func values(text: String, expected: [String: String]) {
    #expect(values(text) == expected)
  }

  @Test(
    "a text that is not an object has no members",
    arguments: [
      "", "[]", "1", "{", #"{"a""#, #"{"a":"#, #"{"a":}"#, #"{"a":"x\"#, #"{"a":[1}"#, "{,}",
    ])
  func nothing(text: String) {
    #expect(values(text) == nil)
  }

  @Test("a truncated object is not accepted")
  func everyPrefix() {
    let text = #"{"a":{"b":[1,"\"}"]},"c":"é\\","d":-1.5e3}"#
    for length in 0..<text.utf8.count {
      let bytes = Array(text.utf8.prefix(length))
      #expect(bytes.withUnsafeBytes { JSONMembers.values(of: $0) } == nil)
    }
    #expect(values(text)?.count == 3)
  }
}
