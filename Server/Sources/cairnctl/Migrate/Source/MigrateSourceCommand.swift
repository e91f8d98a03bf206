import ArgumentParser
import Foundation

/// Rewrites the calls of another SDK in the source of an app.
struct MigrateSourceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "source",
    abstract: "Rewrite the calls of another SDK in an app's Swift source.",
    discussion: """
      Rewrites the calls for which one call of Cairn does the same, such as \
      track(name:properties:). It prints the changes as a diff, which `git apply` reads in the \
      same folder, and changes files only with --write. Strings and comments are never changed. \
      Paths are relative to the current folder, or to the given one if that is outside of it.

      The calls that are not rewritten are listed with their file, their line and the reason. A call \
      is rewritten if the name of its receiver has the name of the SDK, or `analytics` for Segment \
      and RudderStack, in it, or if the file declares it with a type of the SDK, as in \
      `let tracker: RSClient` and `let tracker = RSClient.sharedInstance()`. For RudderStack, \
      `client` counts too in a file that imports the SDK and does not declare it with another \
      type. --receiver names further ones.
      """)

  @Argument(help: "The folder with the source, or one file.") var folder: String
  @Option(
    name: .customLong("from"),
    help: "The other SDK: amplitude, mixpanel, posthog, rudder or segment.") var sdk: String
  @Option(help: "An expression that stands for the other SDK, such as `tracker`; may be repeated.")
  var receiver: [String] = []
  @Flag(help: "Change the files.") var write = false

  private static let skipped: Set<String> = [
    "Pods", "Carthage", "DerivedData", "SourcePackages", "build",
  ]

  func validate() throws {
    guard SourceRules.all[sdk] != nil else {
      let names = SourceRules.all.keys.sorted().joined(separator: ", ")
      throw ValidationError("There are no rules for \(sdk). The names are: \(names).")
    }
    guard FileManager.default.fileExists(atPath: folder) else {
      throw ValidationError("\(folder) does not exist.")
    }
  }

  func run() throws {
    guard let rules = SourceRules.all[sdk] else { return }
    var (count, files, rest): (Int, Int, [String]) = (0, 0, [])
    for path in paths {
      let url = URL(fileURLWithPath: folder).appending(path: path)
      let place = Self.place(of: url) ?? (path.isEmpty ? url.lastPathComponent : path)
      let bytes = [UInt8](try Data(contentsOf: path.isEmpty ? URL(fileURLWithPath: folder) : url))
      let rewriter = SourceRewriter(bytes, rules, receivers: receiver)
      rest += rewriter.rest.map { "\(place):\($0.line): \($0.call): \($0.reason)" }
      let result = rewriter.result
      guard result != bytes else { continue }
      (count, files) = (count + rewriter.count, files + 1)
      print(SourceDiff(bytes, result).text(place))
      if write {
        try Data(result).write(
          to: path.isEmpty ? URL(fileURLWithPath: folder) : url, options: .atomic)
      }
    }
    let verb = write ? "rewritten" : "would be rewritten"
    let sum =
      "\(count) \(count == 1 ? "call" : "calls") in \(files) "
      + (files == 1 ? "file" : "files")
    print("\(sum) \(verb), \(rest.count) not:")
    for line in rest { print(line) }
  }

  /// Returns the path of a file from the current folder, as `git apply` reads it there; nil for a
  /// file outside.
  private static func place(of file: URL) -> String? {
    let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let (base, path) = (current.realPath, file.realPath)
    let prefix = base == "/" ? base : base + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
  }

  /// The paths of the Swift files below the folder, sorted; an empty one for a file.
  private var paths: [String] {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
    guard isFolder.boolValue else { return [""] }
    let names = FileManager.default.enumerator(atPath: folder)
    var paths: [String] = []
    while let name = names?.nextObject() as? String {
      let last = name.split(separator: "/").last.map(String.init) ?? ""
      if last.hasPrefix(".") || Self.skipped.contains(last) {
        names?.skipDescendants()
      } else if last.hasSuffix(".swift") {
        paths.append(name)
      }
    }
    return paths.sorted()
  }
}

extension URL {
  /// The path of an existing file, without links and dots.
  fileprivate var realPath: String { standardizedFileURL.resolvingSymlinksInPath().path }
}
