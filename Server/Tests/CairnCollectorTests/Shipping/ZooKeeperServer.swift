import Foundation

/// A real ZooKeeper, for replicated tables of ClickHouse.
struct ZooKeeperServer: Sendable {
  static var isInstalled: Bool {
    FileManager.default.fileExists(atPath: archive)
      && FileManager.default.isExecutableFile(atPath: "/usr/bin/java")
  }

  private static let archive = "/usr/share/java/zookeeper.jar"

  let port: Int
  let process: ServerProcess

  static func start() throws -> ZooKeeperServer {
    let folder = try TemporaryFolder()
    let port = try ServerProcess.freePorts(1)[0]
    try """
    tickTime=500
    dataDir=\(folder.path("data"))
    clientPort=\(port)
    clientPortAddress=127.0.0.1
    admin.enableServer=false

    """.write(toFile: folder.path("zoo.cfg"), atomically: true, encoding: .utf8)
    let process = try ServerProcess.start(
      folder,
      [
        "/usr/bin/java", "-Xmx128m", "-cp", archive + ":/usr/share/java/slf4j-nop.jar",
        "org.apache.zookeeper.server.quorum.QuorumPeerMain", folder.path("zoo.cfg"),
      ])
    return ZooKeeperServer(port: port, process: process)
  }
}
