public import Foundation

/// How the SDK works: a value, with a default for everything but where events go.
///
/// It is read once, by `Analytics.init`. Values out of range are brought into range there, with a line in the log.
public struct Configuration: Sendable {
  /// Tells the server which project the events belong to.
  ///
  /// It is no secret, but is never logged.
  public var writeKey: String

  /// The server, such as `https://collect.example.com`.
  ///
  /// If it has no path, `/v1/batch` is added. Nil when the configuration names `destinations` only.
  public var endpoint: URL?

  /// The folder that the journal lies in.
  ///
  /// By default Application Support on Apple platforms, and `$XDG_STATE_HOME` or `~/.local/state`
  /// elsewhere. It is made if it is missing, readable by this user alone. An instance's folder in it is
  /// used only if it is no symbolic link, belongs to this user or root, and neither the group nor others
  /// may write to it or to what is in it; otherwise events are kept in memory, and the log says why.
  public var directory: URL?

  /// Names this SDK's part of the folder.
  ///
  /// By default it is made from the write key, so that two instances with different keys never mix
  /// their events; set it to keep the journal when the key changes. Letters, digits, `.`, `_` and
  /// `-`.
  public var instance: String?

  /// Names this installation, for those who keep journals in a `directory` of their own.
  ///
  /// A journal that was written under another name is a copy or a restored backup. It stays as it
  /// is and is not sent; a new one is begun beside it, with a new anonymous identifier, and that is
  /// said as `journal.setAside`. So name what shall go on sending the journal: a server's volume,
  /// not a container that is called something else tomorrow.
  ///
  /// By default nothing is checked where `directory` is set. In the default directory the SDK
  /// recognises its installation by an identifier in the keychain or, where there is none, in a
  /// file among the user's settings; it is never sent.
  public var installation: String?

  /// Whether the anonymous identifier comes back when the app is deleted and installed again.
  ///
  /// The default is false: each installation gets a new one, since who deletes an app means to leave, and nothing links
  /// the two then. True is for those who count devices. On iOS, tvOS, watchOS and visionOS the keychain holds the
  /// identifier, outlives the app and is not restored on another device; its old item is replaced or used at the first
  /// start. Elsewhere, and where `directory` is set, the identifier stands in a file with the journal, lasts as long as
  /// that, and this changes nothing.
  public var anonymousIDSurvivesReinstall = false

  /// How many waiting events make a delivery begin at once; from 1 to 100 000.
  ///
  /// The default, 20, is a request for every few screens.
  public var flushAt = 20

  /// How long the first waiting event waits for others, in seconds; from 0.01 to 86 400.
  ///
  /// The default is 30: later the radio of a phone has gone to sleep between two events anyway.
  public var flushInterval = 30.0

  /// Other destinations, each with a cursor of its own.
  ///
  /// None by default.
  public var destinations: [any Destination] = []

  /// How long nothing happens until a session ends, in seconds; from 1 to 86 400.
  ///
  /// Nil for no sessions. The default is 1 800 in an app, as everywhere in the field, and nil elsewhere: in servers, command-line tools, app
  /// extensions and tests nobody comes and goes. An app is what says `APPL` as the package type in its Info.plist.
  ///
  /// A session begins with the first event, or when the app comes to the front, and its id and number are in the context of its
  /// events. Events named `Session Started` and `Session Ended` are recorded. `reset()` ends it, too.
  public var sessionTimeout: Double? = Machine.isApp ? 1_800 : nil

  /// What the context of all events says of the app and the device.
  ///
  /// The default is `ContextFields.standard`: all of it in an app. It is stored once for many events, so that less of it makes nothing faster.
  public var context = ContextFields.standard

  /// Which events are recorded about the app itself: installed, updated, opened, left.
  ///
  /// The default is all of them in an app, and none elsewhere; what an app is, `sessionTimeout` says.
  public var lifecycleEvents: LifecycleEvents = Machine.isApp ? .all : []

  /// Query keys whose values `openURL` never records, whatever their case and the signs between their words.
  ///
  /// They hold at the end of a longer name, too, as `token` in `user_token`; but `code`, `hash`, `key`, `magic`, `pass`, `pin`,
  /// `session`, `sign` and `ticket` as a whole name alone.
  ///
  /// The default names what opens somebody's account: `token`, `code`, `password` and the like. Add to it what is a secret in
  /// your links.
  public var secretQueryKeys = DeepLink.secretQueryKeys

  /// What adds to events before they are written, in this order.
  ///
  /// None by default.
  public var enrichers: [any Enricher] = []

  /// What looks at events before they are written, in this order: a tracking plan, or rules of your own.
  ///
  /// None by default.
  public var inspectors: [any EventInspector] = []

  /// What must not be in what is written, and what stands there instead.
  ///
  /// None by default: Cairn cannot know what is personal in your events. Applied after the enrichers and before anything
  /// is written, also to the user that `identify` stores, so that `Analytics.userID` is what the rules left. One that was
  /// stored before there were rules is redacted at the start; after a change of the rules it stays until the next
  /// `identify`. See the article Privacy.
  public var redaction: [RedactionRule] = []

  /// What the user is taken to have said until the app has called `setConsent` once, in whatever launch.
  ///
  /// The default is `.granted`. With `.pending`, events are recorded and wait on this device for the user's answer.
  public var defaultConsent = Consent.granted

  /// What the user must have agreed to before a destination is delivered to, by the destination's name.
  ///
  /// All of a destination's categories must be granted. As long as one is pending its events wait in the journal; when
  /// one is denied they are not delivered to it, and counted as dropped for `DropReason.consentDenied`. A destination that
  /// is not named here goes by what was said generally. None by default.
  public var consentCategories: [String: Set<ConsentCategory>] = [:]

  /// Encrypts what is written: events, context, what is being delivered, dead letters, who the user is.
  ///
  /// Nil, the default, writes them in plain text, readable by this user alone. See the article Privacy for what it
  /// protects against, and what not.
  public var encryption: Encryption?

  /// The longest event that is recorded, in bytes of JSON; from 1 024 to 1 000 000.
  ///
  /// The default, 32 768, is what Segment takes. A longer one is refused, counted and logged.
  public var maximumEventBytes = 32_768

  /// How long a batch that failed waits for the next attempt.
  public var retry = RetryPolicy()

  /// When what was recorded is forced to the disk.
  ///
  /// The default is at most 2 seconds after it was recorded. That is about losing power: an event
  /// survives the death of the process as soon as `track` returns, whatever is set here.
  public var syncPolicy = SyncPolicy.interval(seconds: 2)

  /// How large the journal may grow while nothing can be delivered.
  ///
  /// The default is 20 MiB on phones and 512 MiB elsewhere, and then the oldest events go.
  public var journal = JournalLimits()

  /// How often an event named `Cairn Loss Report` is recorded, in seconds; from 60 to 10¹⁰.
  ///
  /// It says what this installation recorded and refused since it was installed, and for each destination what was
  /// accepted, delivered, filtered, dead-lettered, damaged, dropped and by which reason, and what waits: so the
  /// receiving side can chart what it did not get. The first one comes an interval after the first launch; the time
  /// between counts across launches. What a run that is killed refused in its last quarter of an hour may be missing. Nil, the default, for never.
  public var lossReportInterval: Double?

  /// Whether the system is given a batch of each destination to deliver while the app is suspended or dead.
  ///
  /// On Apple platforms, for destinations that are a ``BackgroundDestination``; the article Delivery has the rest. The
  /// default is true: what was recorded last before the user left the app need not wait for its next start. Not where
  /// `encryption` is on, since the system reads the file that it sends.
  public var uploadsInBackground = true

  /// Signals at which the SDK delivers what waits, for at most 5 seconds, before they end the process as they always do.
  ///
  /// Without that nothing is lost, and what waits is delivered at the next start. None by default, since signals belong
  /// to the process and not to a library. One that the process handles or ignores already is left to it; a second one
  /// while the SDK delivers ends the process at once. For services and tools without a shutdown of their own; one that
  /// has it calls `Analytics.close()` there.
  public var terminationSignals: Set<TerminationSignal> = []

  /// Settings that a server can change while the app is in use: a kill switch, sampling, how often to deliver.
  ///
  /// None by default.
  public var remoteSettings: RemoteSettings?

  /// Where the SDK says what happens to it; called on any thread, at once, so that a crash takes no line along.
  ///
  /// It is often called while the SDK holds a lock: it returns soon, and calls nothing of the SDK, which would wait for
  /// itself. Who wants to track what is said hands it to a queue of their own.
  ///
  /// A closure of your own gets every line, of every level. By default those from `logLevel` on go to standard error,
  /// a line each. The codes are listed in the article Log.
  public var diagnostics: @Sendable (Diagnostic) -> Void {
    get { ownLog ?? { [logLevel] in StandardError.write($0, from: logLevel) } }
    set { ownLog = newValue }
  }
  private(set) var ownLog: (@Sendable (Diagnostic) -> Void)?

  /// The least level that goes to standard error, as long as `diagnostics` is not set.
  ///
  /// The default is `.warning`: what the app's developer should mend, and what the SDK could not do.
  public var logLevel = Diagnostic.Level.warning

  /// What the instance's folder is called, once it was looked for.
  var instanceFolderName: String?

  /// The seams to the machine; replaced by tests.
  package var seams = Seams()

  /// Makes a configuration for one server that speaks Segment's protocol: Cairn's collector, Segment, RudderStack.
  public init(writeKey: String, endpoint: URL) {
    self.writeKey = writeKey
    self.endpoint = endpoint
  }

  /// Makes a configuration for other destinations only.
  public init(writeKey: String = "", destinations: [any Destination]) {
    self.writeKey = writeKey
    self.destinations = destinations
  }
}

/// When what was recorded is forced from the system's memory to the disk.
public enum SyncPolicy: Hashable, Sendable {
  /// Never, unless somebody calls `record`. Survives the death of the process; a loss of power may take what the
  /// system had not written.
  case never
  /// At most so many seconds after it was recorded; from 0.01 to 3 600. A loss of power takes what is younger. On Apple
  /// platforms with `F_BARRIERFSYNC`: what is lost is the end, never something in between.
  case interval(seconds: Double)
  /// Before every call returns, which then takes as long as the disk does: 0.1 to 10 milliseconds. Calls at the same
  /// time share one synchronisation. For servers; on an app's main thread use `record` for the few events that matter
  /// so much.
  case everyEvent
}

/// The machine, as the SDK sees it.
package struct Seams: Sendable {
  package var clock: any Clock = SystemClock()
  package var randomness: any Randomness = SystemRandomness()
  package var files: any FileSystem = PosixFileSystem()
  /// Nil stands for the platform's own, which only a journal in the default folder asks.
  package var installs: (any InstallRecord)?
  /// Nil stands for the platform's own, likewise.
  package var deviceID: DeviceIDPlaces?
  /// Nil stands for the platform's own, if it has one.
  package var uploader: (any BackgroundUploader)?
  /// Nil stands for the platform's own.
  package var host: (any Host)?
  /// Sees every event that was recorded, on its caller's thread.
  package var witness: (@Sendable (Event) -> Void)?
  package var segmentBytes = JournalOptions().segmentBytes
  package var release = AppRelease.current

  package init() {}
}
