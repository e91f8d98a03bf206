import Foundation
import Testing

@testable import Shipping

@Suite("Addresses of ClickHouse")
struct ClickHouseAddressTests {
  @Test("the URL of a request has the database and the parameters")
  func parameters() throws {
    let address = try #require(ClickHouseAddress("http://db1/shop"))
    #expect(
      address.url(["query": "SELECT 1+1 & 2"]) == """
        http://db1:8123/?database=shop&query=SELECT%201%2B1%20%26%202
        """)
    #expect(address.authorization == nil)
    let secure = try #require(ClickHouseAddress("https://[::1]/"))
    #expect(secure.url([:]) == "https://[::1]:8443/?database=default")
  }

  @Test("user and password are decoded, and a password from elsewhere is used without one")
  func credentials() throws {
    let own = try #require(ClickHouseAddress("http://ada:p%40ss%3A@h:1/d", password: "other"))
    #expect(own.authorization == "Basic \(Data("ada:p@ss:".utf8).base64EncodedString())")
    #expect(!own.url([:]).contains("ada") && !own.origin.contains("ada"))
    let other = try #require(ClickHouseAddress("http://ada@h", password: "other"))
    #expect(other.authorization == "Basic \(Data("ada:other".utf8).base64EncodedString())")
  }

  @Test(
    "URLs of another scheme or form are not accepted",
    arguments: ["", "h:8123", "ftp://h", "http://", "http://h/a/b", "http://h/?a=b", "http://h/#a"])
  func wrong(text: String) { #expect(ClickHouseAddress(text) == nil) }

  @Test(
    "names that would need escapes are refused",
    arguments: [
      ("a", "b", nil, true), ("A_1", "_b2", "/ch/{shard}/t", true), ("1a", "b", nil, false),
      ("a", "b`", nil, false), ("a", "", nil, false), ("ä", "b", nil, false),
      ("a", "b", "/x'", false), ("a", "b", "x", false),
    ] as [(String, String, String?, Bool)])
  func names(database: String, name: String, path: String?, isValid: Bool) {
    let table = ClickHouseTable(database: database, name: name, replicatedPath: path)
    #expect((table != nil) == isValid)
  }

  @Test(
    "the passwords of URLs are removed from texts",
    arguments: [
      "postgres://ada:s%40cret@db/x", "postgres://ada:s@cret@db/x",
      "postgres://ada@db/x?password=s%40cret&sslmode=require", "postgres://ada:s%40cret@",
      "http://ada:s%40cret@db:8123/x",
    ])
  func secrets(url: String) {
    let secrets = Secrets([url, "http://db/"])
    let text = secrets.removed(from: "cannot connect to \(url): wrong password s@cret")
    #expect(!text.contains("cret") && text.contains("wrong password ***"))
    #expect(secrets.removed(from: "nothing of it") == "nothing of it")
  }

  @Test("the code of an exception is read from old and new answers")
  func errors() {
    let old = ClickHouseError(
      status: 500, body: "Code: 60, e.displayText() = DB::Exception: no table\nstack")
    #expect(old.code == 60 && old.isPermanent)
    let new = ClickHouseError(status: 403, body: "Code: 516. DB::Exception: ada: wrong password")
    #expect(new.code == 516 && new.isPermanent)
    let busy = ClickHouseError(status: 500, body: "Code: 252. DB::Exception: Too many parts")
    #expect(busy.code == 252 && !busy.isPermanent)
    let proxy = ClickHouseError(status: 502, body: "<html>Bad Gateway</html>")
    #expect(proxy.code == nil && !proxy.isPermanent)
    #expect(ClickHouseError(status: 401, body: "").isPermanent)
  }
}
