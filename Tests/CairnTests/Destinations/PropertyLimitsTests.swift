import Cairn
import Testing

@Suite struct PropertyLimitsTests {
  func fit(
    _ properties: [String: Value], _ limits: PropertyLimits
  ) -> (properties: [String: Value], said: [String]) {
    var said: [String] = []
    let fitted = limits.fit(properties) { said.append($0) }
    return (fitted, said)
  }

  @Test("without limits properties do not change, and nothing is counted")
  func unlimited() {
    let properties: [String: Value] = [
      "text": "long", "list": [1, [2, ["deep": [3]]]], "nothing": nil, "when": true,
    ]
    let (fitted, said) = fit(properties, PropertyLimits())
    #expect(fitted == properties)
    #expect(said.isEmpty)
  }

  @Test(
    "values beyond a limit are cut or left out, and counted once each time",
    arguments: [
      (
        ["c": 3, "a": 1, "b": 2], PropertyLimits(members: 2), ["a": 1, "b": 2],
        ["properties beyond 2 left out"]
      ),
      (
        ["longer": 1], PropertyLimits(nameLength: 4), ["long": 1],
        ["property name cut to 4 characters"]
      ),
      (
        ["a": "four5", "b": ["12345"]], PropertyLimits(textLength: 4),
        ["a": "four", "b": ["1234"]],
        ["text cut to 4 characters", "text cut to 4 characters"]
      ),
      (
        ["a": [1, 2, 3]], PropertyLimits(elements: 2), ["a": [1, 2]], ["list cut to 2 elements"]
      ),
      (
        ["a": ["b": ["c": 1], "d": 2], "e": [[1], 2]], PropertyLimits(depth: 1),
        ["a": ["d": 2], "e": [2]],
        [
          "list or object nested too deeply left out",
          "list or object nested too deeply left out",
        ]
      ),
      (
        ["a": ["x": 1, "y": 2]], PropertyLimits(members: 1), ["a": ["x": 1]],
        ["properties beyond 1 left out"]
      ),
    ] as [([String: Value], PropertyLimits, [String: Value], [String])])
  func beyond(
    properties: [String: Value], limits: PropertyLimits, expected: [String: Value], words: [String]
  ) {
    let (fitted, said) = fit(properties, limits)
    #expect(fitted == expected)
    #expect(said == words)
  }

  @Test("where names are equal after they are cut, the first one stays")
  func collision() {
    let (fitted, _) = fit(["name2": 2, "name1": 1], PropertyLimits(nameLength: 4))
    #expect(fitted == ["name": 1])
  }

  @Test(
    "a text is cut between characters",
    arguments: [("é\u{301}x", 1, ""), ("a👨‍👩‍👧", 3, "a"), ("abc", 3, "abc"), ("aé", 2, "aé")])
  func cut(text: String, length: Int, expected: String) {
    #expect(PropertyLimits.cut(text, to: length) == expected)
  }
}
