import Foundation
import Testing
import ToolTestSupport

@Suite struct MigrateSourceTests {
  /// The samples, each of which is before and after the change; the tests of the SDK compile them.
  private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Tests/CairnMigrationTests/Samples").standardized

  /// A folder with source.
  final class Scene {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ path: String, _ text: String) throws {
      let file = url.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    func read(_ path: String) throws -> String {
      String(decoding: try Data(contentsOf: url.appendingPathComponent(path)), as: UTF8.self)
    }

    /// Runs a shell with `$0` as the path of cairnctl, in the folder.
    func shell(_ script: String) throws -> Command.Result {
      let script = "cd '\(url.path)' && { \(script); }"
      return try Command.run(
        URL(fileURLWithPath: "/bin/sh"), ["-c", script, Command.tool.path])
    }

    func run(_ sdk: String, _ arguments: String...) throws -> (status: Int32, output: String) {
      let result = try Command.run(["migrate", "source", url.path, "--from", sdk] + arguments)
      return (result.status, result.output)
    }
  }

  @Test(
    "the rewritten samples are the samples that are compiled",
    arguments: [
      ("segment", "Segment"), ("amplitude", "Amplitude"), ("mixpanel", "Mixpanel"),
      ("posthog", "PostHog"), ("rudder", "Rudder"),
    ])
  func samples(sdk: String, name: String) throws {
    let before = try String(
      contentsOf: Self.samples.appendingPathComponent("Before/\(name)Sample.txt"), encoding: .utf8)
    let after = try String(
      contentsOf: Self.samples.appendingPathComponent("\(name)Sample.swift"), encoding: .utf8)
    let scene = Scene()
    try scene.write("App/Sample.swift", before)
    let dry = try scene.run(sdk)
    #expect(dry.status == 0)
    #expect(dry.output.contains("would be rewritten, 0 not:"))
    #expect(try scene.read("App/Sample.swift") == before)
    #expect(try scene.run(sdk, "--write").status == 0)
    #expect(try scene.read("App/Sample.swift") == after)
    // There is nothing left to rewrite.
    #expect(try scene.run(sdk).output == "0 calls in 0 files would be rewritten, 0 not:\n")
  }

  @Test("the diff is one that git applies")
  func diff() throws {
    let scene = Scene()
    let text = String(repeating: "\n", count: 9)
    try scene.write(
      "A.swift", "import Segment\n\(text)analytics.track(name: \"A\")\n\(text)analytics.reset()")
    let output = try scene.run("segment").output
    let patch = output.components(separatedBy: "1 call in").first ?? ""
    try scene.write("a.patch", patch)
    let git = Process()
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = ["git", "apply", "a.patch"]
    git.currentDirectoryURL = scene.url
    try git.run()
    git.waitUntilExit()
    #expect(git.terminationStatus == 0)
    #expect(
      try scene.read("A.swift")
        == "import Cairn\n\(text)analytics.track(\"A\")\n\(text)analytics.reset()")
  }

  @Test(
    "git applies the diff where the command was run",
    arguments: [
      ("", "Sources"), ("", "./Sources/"), ("", "$PWD/Sources"), ("", "."), ("Sources", "."),
      ("Sources", "../Sources"), ("", "Sources/App/A.swift"), ("", "$PWD/Sources/App/A.swift"),
    ])
  func apply(current: String, argument: String) throws {
    let scene = Scene()
    try scene.write("Sources/App/A.swift", "import Segment\nanalytics.track(name: \"A\")\n")
    let result = try scene.shell(
      """
      git init -q . && cd "./\(current)" \
        && "$0" migrate source "\(argument)" --from segment | git apply
      """)
    #expect(result.status == 0, "\(result.error)")
    #expect(try scene.read("Sources/App/A.swift") == "import Cairn\nanalytics.track(\"A\")\n")
  }

  @Test(
    "each call on an object of the other SDK is rewritten, unchanged or listed",
    arguments: [
      (
        "mixpanel", "Mixpanel", ["Mixpanel.mainInstance()", "Mixpanel.mainInstance()?", "mixpanel"]
      ),
      ("mixpanel", "Mixpanel", ["Mixpanel.getInstance(name: \"a\")?"]),
      ("amplitude", "AmplitudeSwift", ["Amplitude.instance()", "self.amplitude", "amplitude?"]),
      ("posthog", "PostHog", ["PostHogSDK.shared", "PostHogSDK.with(config)", "postHog"]),
      ("rudder", "Rudder", ["RSClient.sharedInstance()", "RSClient.sharedInstance()?", "client"]),
      ("segment", "Segment", ["analytics", "Analytics.shared()", "self.analytics?"]),
    ])
  func objects(sdk: String, module: String, receivers: [String]) throws {
    for receiver in receivers {
      let scene = Scene()
      let calls = ["reset()", "newOne()", "other(a: 1, b)", "setting"]
      let lines = calls.map { "\(receiver).\($0)" }
      try scene.write("A.swift", (["import \(module)"] + lines).joined(separator: "\n") + "\n")
      let output = try scene.run(sdk).output
      for (number, line) in lines.enumerated() {
        let isListed = output.contains("A.swift:\(number + 2): ")
        let isChanged = output.contains("-\(line)\n")
        let isSame = line.hasSuffix("reset()") && !receiver.contains("(")
        #expect(isListed || isChanged || isSame, "\(line)\n\(output)")
      }
      let listed = output.split(separator: "\n").filter { $0.hasPrefix("A.swift:") }
      #expect(Set(listed).count == listed.count)
    }
  }

  @Test(
    "calls are rewritten only on a receiver that has a type of the other SDK",
    arguments: [
      ("rudder", "Rudder", "client", "", true),
      ("rudder", "Rudder", "self.client", "", true),
      ("rudder", "Rudder", "httpClient", "", false),
      ("rudder", "Rudder", "client", "let client = HTTPClient()", false),
      ("rudder", "Rudder", "client", "let client: any Network.HTTPClient", false),
      ("rudder", "Rudder", "client", "let client = RSClient.sharedInstance()", true),
      ("rudder", "Rudder", "sender", "let sender: RSClient? = nil", true),
      ("rudder", "Rudder", "sender", "func f(_ sender: Rudder.RSClient) {}", true),
      ("rudder", "Rudder", "apiClient", "if let apiClient = RSClient.sharedInstance() {}", true),
      ("rudder", "Rudder", "client", "send(client: HTTPClient())", true),
      ("rudder", "Rudder", "client", "let a = b ? client : HTTPClient.main", true),
      ("rudder", "Rudder", "client", "other.client = HTTPClient()", true),
      ("rudder", "Rudder", "client", "let client: RSClient\nlet client: HTTPClient", false),
      ("rudder", "Foundation", "client", "", false),
      ("segment", "Segment", "tracker", "private var tracker: Segment.Analytics!", true),
      ("segment", "Segment", "tracker", "let tracker = Analytics(configuration: c)", true),
      ("segment", "Segment", "tracker", "let tracker: Tracker", false),
    ])
  func declarations(
    sdk: String, module: String, receiver: String, declaration: String, isRewritten: Bool
  ) throws {
    let scene = Scene()
    let call = "\(receiver).identify(userId: \"u\")"
    try scene.write("A.swift", "import \(module)\n\(declaration)\n\(call)\n")
    let output = try scene.run(sdk).output
    #expect(output.contains("-\(call)\n") == isRewritten, "\(output)")
    let reason = "identify(userId:): the receiver \(receiver) is not known"
    #expect(output.contains(reason) == !isRewritten, "\(output)")
  }

  @Test("the shared instance of the other SDK becomes the shared instance of Cairn")
  func shared() throws {
    let scene = Scene()
    try scene.write("A.swift", "import Mixpanel\nMixpanel.mainInstance().reset()\n")
    #expect(try scene.run("mixpanel").output.contains("+Analytics.shared.reset()\n"))
  }

  @Test("a call that is not rewritten is listed with its place and the reason")
  func rest() throws {
    let scene = Scene()
    try scene.write(
      "B.swift",
      """
      import Mixpanel
      let a = mixpanel ? .track(event: "x") : .b
      tracker.track(event: "x")
      mixpanel?.time(event: "Song")
      mixpanel?.flush()
      mixpanel.identify(distinctId: nil)
      mixpanel.track(event: "$ae_session")
      """)
    try scene.write("C.swift", "import Mixpanel\nlet s = \"abc\nmixpanel.track(event: \"x\")\n")
    try scene.write("Pods/D.swift", "mixpanel.track(event: \"x\")\n")
    try scene.write(".build/E.swift", "mixpanel.track(event: \"x\")\n")
    let output = try scene.run("mixpanel").output
    #expect(
      output.hasSuffix(
        """
        0 calls in 1 file would be rewritten, 6 not:
        B.swift:3: track(event:): the receiver tracker is not known; give it with --receiver
        B.swift:4: time(event:): startEvent(_:) and endEvent(_:_:) replace time(event:) and the track \
        that follows
        B.swift:5: flush(): flush() is async here; remove the call, since events are delivered without \
        it, or await it
        B.swift:6: identify(distinctId:): nil is no identifier here; use reset()
        B.swift:7: track(event:): events that begin with $ are the service's own; use identify, group \
        or alias
        C.swift:2: the file: a string does not end

        """))
    #expect(!output.contains("D.swift") && !output.contains("E.swift"))
    let named = try scene.run("mixpanel", "--receiver", "tracker").output
    #expect(named.contains("+tracker.track(\"x\")"))
  }

  @Test("an SDK without rules, and a folder that does not exist, are errors")
  func errors() throws {
    #expect(try Scene().run("segment").status != 0)
    let scene = Scene()
    try scene.write("A.swift", "")
    #expect(try scene.run("firebase").status != 0)
  }
}
