import ArgumentParser
import CairnCollector
import Logging

/// The options of `collect` for those who operate a collector.
struct OperationsOptions: ParsableArguments {
  enum LogFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  enum LogLevel: String, ExpressibleByArgument, CaseIterable {
    case trace, debug, info, notice, warning, error, critical
  }

  @Option(
    help: ArgumentHelp(
      "Delete events that are older than this number of days, by the time in their id, at the "
        + "start and daily. (default: keep all)", valueName: "days"))
  var keepDays: Int?

  @Option(
    help: ArgumentHelp(
      "PEM file of the certificate chain for TLS, which is reloaded when it changes; with "
        + "--certificate-key. (default: HTTP without TLS)", valueName: "path"))
  var certificate: String?

  @Option(help: ArgumentHelp("PEM file of the private key of --certificate.", valueName: "path"))
  var certificateKey: String?

  @Option(
    help: ArgumentHelp(
      "Requests a second that each client address may send. (default: any)", valueName: "number"))
  var ratePerAddress: Int?

  @Option(
    help: ArgumentHelp(
      "Batches a second that each write key may send; rate=number in the key file has precedence. "
        + "(default: any)", valueName: "number"))
  var ratePerKey: Int?

  @Option(
    help: ArgumentHelp(
      "Events that each write key may store in a day by UTC; quota=number in the key file has "
        + "precedence. (default: any)", valueName: "number"))
  var quotaPerKey: Int?

  @Option(
    help: ArgumentHelp(
      "A proxy whose X-Forwarded-For names the client: an address or a range such as 10.0.0.0/8; "
        + "may be repeated.", valueName: "address"))
  var trustedProxy: [String] = []

  @Option(
    help: ArgumentHelp(
      "Serve metrics for Prometheus at /metrics on this TCP port, without a key; 0 chooses a free "
        + "port, which the first lines of output contain.", valueName: "port"))
  var metricsPort: Int?

  @Option(help: "Name or address on which the metrics are served.")
  var metricsHost = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      "Seconds for which the collector goes on serving after SIGTERM, while /health/ready answers "
        + "503, so that a balancer chooses another collector first.", valueName: "seconds"))
  var drain = 0

  @Option(
    help: ArgumentHelp(
      "MiB of memory for what questions read of a PostgreSQL database before, 0 to 65536.",
      valueName: "number"))
  var questionCache = 128

  @Flag(
    inversion: .prefixedNo,
    help: "Serve pages with the events at /, for those who may read them.")
  var pages = true

  @Option(help: "The format of log lines, on the standard error.")
  var logFormat = LogFormat.text

  @Option(help: "The lowest level that is logged; info has a line for each request.")
  var logLevel = LogLevel.warning

  func validate() throws {
    guard keepDays.map((1...36_500).contains) ?? true else {
      throw ValidationError("--keep-days is 1 to 36500")
    }
    guard metricsPort.map((0...65_535).contains) ?? true else {
      throw ValidationError("--metrics-port is 0 to 65535")
    }
    guard (certificate == nil) == (certificateKey == nil) else {
      throw ValidationError("--certificate and --certificate-key require each other")
    }
    guard (0...65_536).contains(questionCache) else {
      throw ValidationError("--question-cache is 0 to 65536")
    }
    guard (0...3_600).contains(drain) else { throw ValidationError("--drain is 0 to 3600") }
  }

  func apply(to configuration: inout CollectorConfiguration) {
    configuration.retentionDays = keepDays
    configuration.servesPages = pages
    configuration.certificatePath = certificate
    configuration.privateKeyPath = certificateKey
    configuration.requestsPerSecondOfAddress = ratePerAddress
    configuration.requestsPerSecondOfKey = ratePerKey
    configuration.eventsPerDayOfKey = quotaPerKey
    configuration.trustedProxies = trustedProxy
    configuration.metricsPort = metricsPort
    configuration.metricsHost = metricsHost
    configuration.drainSeconds = drain
    configuration.questionCacheBytes = questionCache << 20
  }

  var logger: Logger {
    var logger = Logger(label: "cairn.collector") { label in
      switch logFormat {
      case .text: StreamLogHandler.standardError(label: label)
      case .json: JSONLogHandler(label: label)
      }
    }
    logger.logLevel = Logger.Level(rawValue: logLevel.rawValue) ?? .warning
    return logger
  }
}
