import Cairn
import CairnExperiments
import Testing

@Suite struct ReferenceTests {
  @Test(
    "numbers are printed as JavaScript prints them",
    arguments: [
      (7, "7"), (-0.0, "0"), (0.1, "0.1"), (1e21, "1e+21"), (1e20, "100000000000000000000"),
      (1.5e-7, "1.5e-7"), (1e-6, "0.000001"), (123.456, "123.456"), (-2.5, "-2.5"),
      (.leastNonzeroMagnitude, "5e-324"), (1.7976931348623157e308, "1.7976931348623157e+308"),
      (1e16, "10000000000000000"),
      (.nan, "NaN"), (-.infinity, "-Infinity"),
    ] as [(Double, String)])
  func printed(number: Double, text: String) { #expect(number.referenceText == text) }

  @Test(
    "a value is converted to text as JavaScript does it",
    arguments: [
      (nil, "null"), (true, "true"), (7, "7"), (7.0, "7"), ("7.0", "7.0"),
      (["a", nil, [1, 2]], "a,,1,2"),
      (["a": 1], "[object Object]"), ([], ""),
    ] as [(Value, String)])
  func text(value: Value, text: String) { #expect(value.referenceText == text) }

  @Test(
    "a text is converted to a number only as a whole",
    arguments: [
      ("12", 12), (" 12\n", 12), ("1e3", 1_000), (".5", 0.5), ("", 0), ("0x1F", 31), ("-0.5", -0.5),
      ("12px", nil), ("1,000", nil), ("--1", nil), ("Infinity", .infinity), ("nan", nil),
      ("inf", nil),
    ] as [(String, Double?)])
  func number(text: String, number: Double?) {
    #expect(Value.string(text).referenceNumber == number)
  }

  @Test("a sigma at the end of a word is lower-cased correctly")
  func sigma() {
    #expect("ΟΔΟΣ ΣΑΣ".referenceLowercase == "οδος σας")
    #expect("Σ".referenceLowercase == "σ")
  }
}
