import Cairn
import CairnTesting
import Foundation
import Testing

/// Two texts never share a file name, on any volume.
@Suite struct FileNameTests {
  static let hostile: [String] = {
    var texts = [
      "", ".", "..", "...", "_", "__", "日本", "中国", "café", "cafe\u{301}", "CAFÉ", "caf_", "Shop",
      "shop",
      "SHOP", "sHop", "a/b", "a_b", "a\\b", "a:b", "a b", "a\u{0}b", "a\nb", "../../etc/passwd",
      "C:\\x", "naïve", "nai\u{308}ve", "ß", "ss", "ﬁ", "fi", "İ", "i\u{307}", "ı", "I", "K",
      "\u{212A}",
      "~", "shop~", "💥", "\u{202E}shop", " ", "  ", "-", "--", "con", "CON", "aux.", "aux",
    ]
    for length in [99, 100, 101, 102, 255, 300, 5_000] {
      texts.append(String(repeating: "a", count: length))
      texts.append(String(repeating: "a", count: length) + "b")
      texts.append(String(repeating: "é", count: length))
    }
    // The file name of one text must not be the file name of another text that equals it.
    return texts + texts.map(FileName.unique)
  }()

  @Test("different texts have different names, also where case does not count")
  func injective() {
    var texts: [String: [String]] = [:]
    var seen: Set<[UInt8]> = []
    for text in Self.hostile where seen.insert(Array(text.utf8)).inserted {
      texts[FileName.unique(text).lowercased(), default: []].append(text)
    }
    let shared = texts.values.filter { $0.count > 1 }
    #expect(shared.isEmpty, "\(shared.map { $0.map { String($0.prefix(40)) } })")
  }

  @Test("a file name has only plain characters, and at most 128")
  func plain() {
    for text in Self.hostile {
      let name = FileName.unique(text)
      #expect(name.wholeMatch(of: /[A-Za-z0-9._~-]{1,128}/) != nil, "\(name)")
      #expect(!name.allSatisfy { $0 == "." })
    }
  }

  @Test("a safe text is its own file name", arguments: ["shop", "key-00ff", "a.b_c-1"])
  func unchanged(name: String) { #expect(FileName.unique(name) == name) }
}
