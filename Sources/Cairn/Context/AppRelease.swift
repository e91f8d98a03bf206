/// The version of the app, as its Info.plist has it.
package struct AppRelease: Codable, Equatable, Sendable {
  package var version: String?
  package var build: String?

  package init(version: String? = nil, build: String? = nil) {
    self.version = version
    self.build = build
  }

  package static var current: AppRelease {
    AppRelease(
      version: SystemInfo.bundle("CFBundleShortVersionString"),
      build: SystemInfo.bundle("CFBundleVersion"))
  }
}
