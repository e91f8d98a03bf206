import Foundation

/// Real processes share one journal with real faults; the fate of every event is compared with the
/// records of the servers.
@main
struct Jepsen {
  static let usage = """
    usage: jepsen [run] [--minutes M] [--seed N] [--kinds LIST] [--seconds S] [--json FILE] [--keep yes]
           jepsen month [--days N] [--events N] [--json FILE]

    run     begins rounds until the time is over. In each, writer processes share a journal and deliver to
            servers on the loopback, while processes are killed and stopped, answers are lost or wrong, the disk
            is full or fails. Then the faults end, nothing but time passes, and every event is accounted for.
      --minutes M   how long rounds are begun                                   (1)
      --seed N      repeats the schedule of faults that N was printed for       (by chance)
      --kinds LIST  only these kinds of rounds, separated by commas             (all)
      --seconds S   how long the faults of a round last                         (by kind)
      --json FILE   where the report goes
      --keep yes    keeps the folders of rounds in which nothing was wrong      (no)
    month   a month of one app on a clock that is told to go on: sessions, days without a network, a destination
            that never answers; the memory, the files and the bytes at its end.
      --days N      how many days                                               (30)
      --events N    events in all                                               (200000)

    Exits with 1 when something was wrong; the folder is kept then.
    """

  static func main() async {
    do {
      let options = try Options(CommandLine.arguments)
      switch options.command {
      case "run": exit(try Campaign(options).run() ? 0 : 1)
      case "month": exit(try await Month(options).run() ? 0 : 1)
      case "writer": try await Writer(options).run()
      case "settle": try await Settlement.run(options)
      case "replay": try await Replayer.run(options)
      default: throw Options.Failure(text: usage)
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }
}
