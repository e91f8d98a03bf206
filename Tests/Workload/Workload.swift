import Cairn
import Foundation

/// Uses the SDK in a separate process, which may be killed, limited or interrupted; and checks the
/// files afterwards.
@main
struct Workload {
  static let usage = """
    usage: journalworkload write --directory DIR --acks FILE [option value]...
           journalworkload check --directory DIR [--requests FILE]
           journalworkload stay --directory DIR [--requests FILE] [--endpoint URL] [option value]...
           journalworkload experiments --directory DIR --acks FILE --requests FILE [--first N] [--most N]
                       [--seed N]
           journalworkload fork --directory DIR --acks FILE --requests FILE [--events N] [--children N]
           journalworkload complain
           journalworkload overload --directory DIR [--events N] [--threads N] [--cap BYTES]

    write  records numbered events and says in FILE, a line and a write(2) each, what was promised of them:
           `stored RUN THREAD NUMBER` when it survives the process, `durable …` when it and all before it of
           its thread survive a loss of power, `refused …` when it was not taken, `unsure …` when some call at
           that moment was refused or held back in memory.
      --run N            tells the events of one start from those of another         (1)
      --threads N        threads that record at once                                 (4)
      --events N         events a thread; 0 for no end                               (0)
      --durable-every N  every Nth event waits until it is durable; 0 for none       (0)
      --bytes N          the longest filler of an event                              (300)
      --sync POLICY      never, every (event), or the interval in seconds            (2)
      --segment-bytes N  the length of a segment                                     (65536)
      --requests FILE    delivers, and writes each request down there, a line each
      --destinations N   how many; the second one's requests go to FILE.2, and so on (1)
      --takes N          how many milliseconds each answer takes                     (0)
      --announce yes|no  says `request` when one is written down and not yet answered (no)
      --lose-answers N   every Nth request is written down and fails; 0 for none     (0)
      --close yes|no     whether it ends in order after the last event               (yes)
      --stop-at-write N  the process stops in the middle of its Nth write: SIGSTOP   (0)
      --descriptors N    so many are left while it records, of those that ulimit allows
      --ledger FILE      where the account goes at the end, as JSON
      --flush-every N    a flush after every Nth event of a thread; 0 for none       (0)
      --group KIND       app, or any other word for an extension: a process of an app group, on a disk without locks
      --waits yes|no     says `ready` before it opens the folder, and waits for a line (no)
    check  opens the folder, delivers all that is left, opens it once more, and prints what it found as JSON.
           With --requests the requests are added to that file. --destinations as above.
    stay   reads lines: `track N` records so many events, `report` prints the number of attempts, what waits and why.
      --signals yes|no   delivers at SIGTERM and SIGINT before they end it           (no)
      --patient yes|no   delivers when told to alone, and not from time to time      (no)
      --log FILE         the codes of what the SDK says, a line each
      --first-pause S    seconds after a failure or a death, doubled each time, without chance
    experiments
           reports 10 000 exposures and conversions of 500 visitors, from number --first on, over a network that fails as
           --seed says; writes the number of each call that returned, and the bodies of the requests that arrived, behind
           `lost ` when the answer is lost; with --most it makes so many calls, says `done`, and waits to be killed
    fork   records --events events in each of three threads (1000), forks while they do, and each of --children (1)
           records as many; the half of run N says what was promised in FILE-N; run 1 delivers; with --stays yes a
           child waits for a line, records, says `recorded`, and lives until its input ends
    complain
           writes lines of the log to a closed pipe, and says `alive`
    overload
           records as fast as it can into a small journal whose destination is down, and prints what that cost the caller
    """

  static func main() async throws {
    do {
      let arguments = try Arguments(CommandLine.arguments)
      switch arguments.command {
      case "write": try await Writer(arguments).run()
      case "stay": try await Resident(arguments).run()
      case "experiments": try await ExperimentWriter(arguments).run()
      case "conversions": try await ConversionWriter(arguments).run()
      case "fork": try await Forker(arguments).run()
      case "complain": ClosedLog.run()
      case "overload": try await Overload(arguments).run()
      case "check": print(try await Checker(arguments).run())
      default: throw Arguments.Failure(text: usage)
      }
    } catch let failure as Arguments.Failure {
      FileHandle.standardError.write(Data((failure.text + "\n").utf8))
      exit(2)
    }
  }
}
