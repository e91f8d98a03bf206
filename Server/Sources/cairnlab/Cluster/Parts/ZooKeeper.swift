import Foundation

/// ZooKeeper, in which the replicas of ClickHouse agree on what they have.
final class ZooKeeper: Sendable {
  let port: Int
  let process: ServerProcess

  init(port: Int, in folder: ClusterFolder) throws {
    self.port = port
    let file = folder.path("zookeeper.cfg")
    try """
    tickTime=500
    dataDir=\(folder.path("zookeeper-data"))
    clientPort=\(port)
    clientPortAddress=127.0.0.1
    admin.enableServer=false

    """.write(toFile: file, atomically: true, encoding: .utf8)
    process = ServerProcess(
      "zookeeper",
      [
        try Installed.program("java"), "-Xmx128m", "-cp",
        "\(try Installed.file(Self.archive)):/usr/share/java/slf4j-nop.jar",
        "org.apache.zookeeper.server.quorum.QuorumPeerMain", file,
      ], in: folder)
  }

  static let archive = "/usr/share/java/zookeeper.jar"
}
