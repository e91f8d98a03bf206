import CairnCollector
import Crypto
import Foundation
import Testing

@Suite("Only an admin key permits erasing")
struct AdminAccessTests {
  @Test(
    "each kind of key permits its own requests, in its own project",
    arguments: [
      ("ADMIN", 200, 200), ("SHOP-ADMIN", 200, 200), ("READ", 403, 200), ("ALL", 403, 200),
      ("BLOG-READ", 403, 403), ("BLOG-ADMIN", 403, 403), ("SHOP", 401, 401), ("NONE", 401, 401),
      ("", 401, 401),
    ])
  func keys(key: String, deletes: Int, exports: Int) async throws {
    try await ErasureTests.run(.sqlite) { running in
      for name in ["Bearer \(key)", "Basic \(Data("\(key):".utf8).base64EncodedString())"] {
        let headers = ["Authorization": name]
        let path = "/v1/users/ada"
        let deleted = try await running.client.send(
          "DELETE", path + "?project=shop", headers: headers)
        let exported = try await running.client.get(path + "/export?project=shop", headers: headers)
        #expect(deleted.status == deletes && exported.status == exports, "\(name)")
      }
    }
  }

  @Test("a request without a key is answered 401")
  func none() async throws {
    try await ErasureTests.run(.sqlite) { running in
      let path = "/v1/users/ada?project=shop"
      #expect(try await running.client.send("DELETE", path).status == 401)
      let read = try await running.client.get(
        "/v1/events", headers: ["Authorization": "Bearer ADMIN"])
      #expect(read.status == 200)
    }
  }

  @Test("without any key, this machine may erase, and a page of another site may not")
  func keyless() async throws {
    try await TestCollector.run { running in
      let path = "/v1/users/u?project=KEY"
      _ = try await running.client.post(Batches.tracks(["a"]))
      for headers in [["Origin": "https://evil.example"], ["X-Forwarded-For": "1.2.3.4"]] {
        #expect(try await running.client.send("DELETE", path, headers: headers).status == 403)
      }
      let answer = try await running.client.send("DELETE", path)
      #expect(answer.text == #"{"events":1,"anonymousIds":[]}"#)
    }
  }

  @Test("a collector with only read or write keys erases nothing", arguments: [true, false])
  func otherKeys(hasWriteKey: Bool) async throws {
    try await TestCollector.run {
      if hasWriteKey { $0.writeKeys = ["K": "shop"] } else { $0.readKeys = ["K": .allProjects] }
    } _: { running in
      let answer = try await running.client.send(
        "DELETE", "/v1/users/u?project=shop", headers: ["Authorization": "Bearer K"])
      #expect(answer.status == 403)
    }
  }

  @Test("admin keys in a file are added and removed without a restart")
  func file() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("keys")
    let digest = SHA256.hash(data: Data("A".utf8)).map { String(format: "%02x", $0) }.joined()
    try Data().write(to: URL(fileURLWithPath: path))
    try await TestCollector.run {
      $0.keysPath = path
    } _: { running in
      let status = { (project: String) in
        try await running.client.send(
          "DELETE", "/v1/users/u?project=\(project)", headers: ["Authorization": "Bearer A"]
        ).status
      }
      for (line, statuses) in [
        ("", [401, 401]), ("admin \(digest) shop", [200, 403]), ("admin \(digest) *", [200, 200]),
        ("read \(digest) *", [403, 403]), ("", [401, 401]),
      ] {
        try Data(line.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        #expect(try await [status("shop"), status("blog")] == statuses, "\(line)")
      }
    }
  }
}
