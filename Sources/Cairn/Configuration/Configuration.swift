public import Foundation

/// The SDK's configuration: a value with a default for everything except where events are sent.
///
/// It is read once, by `Analytics.init`. Values out of range are clamped there, with a line in the
/// log.
public struct Configuration: Sendable {
  /// The key that identifies the project to the server.
  ///
  /// It is not a secret, but is never logged.
  public var writeKey: String

  /// The server's URL, such as `https://collect.example.com`.
  ///
  /// If it has no path, `/v1/batch` is added. Nil when the configuration has only `destinations`.
  public var endpoint: URL?

  /// The transport of the requests to `endpoint`.
  ///
  /// The default, nil, is a `URLSessionTransport`. On Linux, use the `AsyncHTTPClientTransport` of
  /// the product `CairnServer`. `destinations` and `remoteSettings` have their own transports.
  public var transport: (any HTTPTransport)?

  /// The folder that contains the journal.
  ///
  /// The default is the folder `cairn` in Application Support on Apple platforms (in Caches on
  /// tvOS), and in `$XDG_STATE_HOME` or `~/.local/state` on Linux. Android has no default: set it
  /// to `Context.getFilesDir()`. It is created if it does not exist, readable by this user only. An
  /// instance's folder in it is used only if it is not a symbolic link, belongs to this user or
  /// root, and neither the group nor others may write to it or its contents. Otherwise events are
  /// kept in memory, and the log says why.
  public var directory: URL?

  /// The app group whose processes share one journal: an app and its extensions, such as a widget.
  ///
  /// Set it to the same identifier, such as `group.com.example.shop`, in the app and in each of its
  /// extensions, and give all of them the App Groups capability with it. They then share the user,
  /// the anonymous identifier, the super properties, the consent and the app's session: a change in
  /// one process applies in the others within a second.
  ///
  /// An extension writes its events to the journal in the group's container. The app delivers them
  /// when it runs; the extension delivers only when it calls `flush()` or `close()`. When the app
  /// sets this property for the first time, its journal is moved into the container. The default,
  /// nil, is a journal for each process.
  ///
  /// The container is the directory; if `directory` is set too, that is used instead. On platforms
  /// other than Apple's, processes share the default directory or `directory`.
  public var appGroup: String?

  /// The name of this SDK instance's subfolder.
  ///
  /// The default is derived from the write key, so that two instances with different keys never mix
  /// their events. Set it to keep the journal when the key changes. It may have letters, digits,
  /// `.`, `_` and `-`.
  public var instance: String?

  /// The name of this installation, for apps that keep journals in a `directory` of their own.
  ///
  /// A journal that was written under another name is a copy or a restored backup. It is left
  /// unchanged and is not sent. A new journal is created beside it, with a new anonymous
  /// identifier, and `journal.setAside` is logged. So choose a name that stays with the journal:
  /// that of a server's volume, not that of a container whose name changes.
  ///
  /// By default nothing is checked when `directory` is set. In the default directory the SDK
  /// recognizes its installation by an identifier in the keychain or, where there is none, in a
  /// file among the user's settings. That identifier is never sent.
  public var installation: String?

  /// Whether the anonymous identifier is restored when the app is deleted and installed again.
  ///
  /// The default is false: each installation gets a new identifier, since a user who deletes the
  /// app means to leave, and nothing then links the two installations. Use true to count devices.
  /// On iOS, tvOS, watchOS and visionOS the keychain holds the identifier, survives the deletion of
  /// the app and is not restored on another device; an existing keychain item is replaced or used
  /// at the first launch. On other platforms, and when `directory` is set, the identifier is in a
  /// file with the journal and is removed with it, and this property has no effect.
  public var anonymousIDSurvivesReinstall = false

  /// The identifiers of the SDK that the app has used before; nil, the default, without one.
  ///
  /// They are used only when Cairn has never run in this installation of the app, and not after an
  /// erasure, nor in data restored from another device in which Cairn has run. So it can stay in
  /// the app, and be read from the former SDK's storage at each launch. In an app group, set it in
  /// the extensions too: the process that starts first decides. With a value,
  /// `Application Installed` is not recorded, because the app was installed before.
  public var initialIdentity: InitialIdentity?

  /// The number of pending events that starts a delivery immediately; from 1 to 100 000.
  ///
  /// The default is 20, about one request for every few screens of an app.
  public var flushAt = 20

  /// The number of seconds that the first pending event waits for further ones; from 0.01 to
  /// 86 400.
  ///
  /// The default is 30. A longer interval hardly saves energy, because the radio of a phone is idle
  /// again within 30 seconds.
  public var flushInterval = 30.0

  /// Further destinations, each with its own cursor.
  ///
  /// The default is none.
  public var destinations: [any Destination] = []

  /// The environment in which the app runs, such as `production`, `staging` or `development`.
  ///
  /// It is the member `environment` of the context of every event that is recorded from then on, so
  /// that a receiver can tell events of tests from those of users. Text beyond 100 characters is
  /// cut. The default, nil, and an empty text add nothing.
  public var environment: String?

  /// The number of seconds without activity after which a session ends; from 1 to 86 400.
  ///
  /// Activity is an event in the foreground, or the app entering or leaving it. Nil disables
  /// sessions. The default is 1 800 in an app, a process whose Info.plist has the package type
  /// `APPL`, and nil elsewhere: servers, command-line tools, app extensions and tests have no
  /// sessions.
  ///
  /// A session begins with the first activity; on iOS, tvOS, visionOS and watchOS, in the
  /// foreground. Events that an app records there in the background do not prolong a session: they
  /// belong to it until its timeout, counted from the foreground, and otherwise to none; so do
  /// those before the system has reported the foreground of a launch. The same applies after a call
  /// of `Analytics.appDidEnterBackground`. A session's id and number are in the context of its
  /// events. Events named `Session Started` and `Session Ended` are recorded, the latter at the
  /// next activity or launch. `reset()` also ends the session.
  public var sessionTimeout: Double? = SystemInfo.isApp ? 1_800 : nil

  /// The fields of the app and the device that the context of all events has.
  ///
  /// The default is `ContextFields.standard`: all fields in an app. The context is stored once for
  /// many events, so fewer fields do not make recording faster.
  public var context = ContextFields.standard

  /// The lifecycle events that are recorded: installed, updated, opened, backgrounded.
  ///
  /// The default is all of them in an app, and none elsewhere; `sessionTimeout` describes what an
  /// app is.
  public var lifecycleEvents: LifecycleEvents = SystemInfo.isApp ? .all : []

  /// Query keys whose values `openURL` never records, regardless of case and of the separators
  /// between words.
  ///
  /// A key also matches the end of a longer name, as `token` matches `user_token`. The exceptions
  /// are `code`, `hash`, `key`, `magic`, `pass`, `pin`, `session`, `sign` and `ticket`, which match
  /// only a whole name.
  ///
  /// The default has the keys of credentials: `token`, `code`, `password` and the like. Add the
  /// keys that are secret in your links.
  public var secretQueryKeys = DeepLink.secretQueryKeys

  /// The enrichers that add to events before they are written, in this order.
  ///
  /// The default is none.
  public var enrichers: [any Enricher] = []

  /// A closure that changes each event before it is written, or drops it by returning nil.
  ///
  /// ```swift
  /// configuration.beforeRecord = { event in
  ///   var event = event
  ///   event.properties["email"] = nil
  ///   return event.name == "Debug Opened" ? nil : event
  /// }
  /// ```
  ///
  /// It is called after the enrichers and before the inspectors and the redaction, on the caller's
  /// thread, under the conditions that `Enricher` states. It sees the super properties among the
  /// properties of `track` and `screen`, and can remove or change them in this event. The SDK's own
  /// events are passed to it too, interactions with content are not. A dropped
  /// event is counted as `RecordingFailure.droppedByApp`, and its call returns nil; a dropped
  /// `identify` does not change the user, and a dropped `group` does not change the groups. The
  /// default is nil: every event is recorded.
  public var beforeRecord: (@Sendable (Event) -> Event?)?

  /// The inspectors that check events before they are written, in this order: a tracking plan, or
  /// rules of your own.
  ///
  /// The default is none.
  public var inspectors: [any EventInspector] = []

  /// The rules that remove or replace personal data in events before they are written.
  ///
  /// The default is none: Cairn cannot know which of your data is personal. Rules are applied after
  /// the enrichers and before anything is written. They also apply to the user that `identify`
  /// stores, so `Analytics.userID` is the redacted value. A user that was stored before there were
  /// rules is redacted at launch. When the rules change, the stored user is unchanged until the
  /// next `identify`. See the article Privacy.
  public var redaction: [RedactionRule] = []

  /// The consent that applies until the app has called `setConsent` once, in any launch.
  ///
  /// The default is `.granted`. With `.pending`, events are recorded and kept on this device until
  /// the user decides.
  public var defaultConsent = Consent.granted

  /// The consent categories that a destination needs, by the destination's name.
  ///
  /// All of a destination's categories must be granted. While any of them is pending, its events
  /// wait in the journal. When one is denied, the events are not delivered to it and are counted as
  /// dropped (`DropReason.consentDenied`). A destination that is not named here follows the general
  /// consent. The default is none.
  public var consentCategories: [String: Set<ConsentCategory>] = [:]

  /// The encryption of everything that is written: events, context, the bodies of batches that
  /// are stored until a destination has accepted them, dead letters, the user's identity.
  ///
  /// Nil, the default, writes them in plain text, readable by this user only. The article Privacy
  /// describes what encryption protects against, and what it does not.
  public var encryption: Encryption?

  /// The maximum size of an event, in bytes of JSON; from 1 024 to 1 000 000.
  ///
  /// The default, 32 768, is the limit of Segment. A larger event is refused, counted and logged.
  public var maximumEventBytes = 32_768

  /// The back-off between the attempts to deliver a batch.
  public var retry = RetryPolicy()

  /// The time at which recorded events are synced to the disk.
  ///
  /// The default is at most 2 seconds after recording. This matters only for a loss of power: an
  /// event survives the death of the process as soon as `track` returns, whatever this value is.
  public var syncPolicy = SyncPolicy.interval(seconds: 2)

  /// Whether `Analytics.init` returns at once and the journal is opened on another thread.
  ///
  /// The default is false: opening takes a few milliseconds, and each event is on the disk when
  /// `track` returns. With true, `track`, `screen`, `group`, `identify` and `endEvent` return at
  /// once while the journal is being opened. Their events, at most 256, wait in memory, where a
  /// crash loses them; they are then written in their order and with their times. The next call,
  /// and every other method, waits until the journal is open; so does every call if there are
  /// enrichers, inspectors, redaction rules with closures or a `beforeRecord`, which are called on
  /// the caller's thread.
  public var opensInBackground = false

  /// The limits of the journal while nothing can be delivered.
  ///
  /// The default is 20 MiB on iOS, tvOS, watchOS, visionOS and Android and 512 MiB elsewhere;
  /// beyond that the oldest events are dropped.
  public var journal = JournalLimits()

  /// The interval in seconds at which an event named `Cairn Loss Report` is recorded; from 60 to
  /// 10¹⁰.
  ///
  /// The event has the number of events that this installation has recorded and refused since it
  /// was installed. For each destination it has the number of accepted, delivered, filtered,
  /// dead-lettered, damaged, dropped (by reason) and pending events, so that its receiver can show
  /// how many events of this installation were lost. The first report is recorded one interval
  /// after the first launch; the interval counts across launches. If the process is killed,
  /// the refusals of its last 15 minutes may be missing. Nil, the default, disables the report.
  public var lossReportInterval: Double?

  /// Whether a batch of each destination is handed to the system for delivery while the app is
  /// suspended or terminated.
  ///
  /// Applies to Apple platforms and to destinations that are a ``BackgroundDestination``; the
  /// article Delivery has the details. The default is true: the events recorded just before the
  /// user left the app need not wait for its next launch. With `encryption` it has an effect only
  /// if `uploadsDecrypted` is true, because the system reads the file that it sends.
  public var uploadsInBackground = true

  /// Whether the request that is handed to the system may be in a file that is not encrypted,
  /// although `encryption` is set.
  ///
  /// The file has the body of one batch. It exists from the time at which the app leaves the
  /// foreground until the response is processed; the response is in a file beside it. Both are in
  /// the instance's folder, and have its protection: see the article WhatIsStored. An erasure
  /// removes them. The default is false: such batches wait for the next launch.
  public var uploadsDecrypted = false

  /// Signals that make the SDK deliver pending events, for at most 5 seconds, before they end the
  /// process as they do by default.
  ///
  /// Without this nothing is lost: pending events are delivered at the next launch. The default is
  /// none, since signals belong to the process and not to a library. A signal that the process
  /// already handles or ignores is left alone. A second signal during the delivery ends the process
  /// immediately. Use it in services and tools without a shutdown of their own; those that have one
  /// call `Analytics.close()` there.
  public var terminationSignals: Set<TerminationSignal> = []

  /// Settings that a server can change while the app is in use: a kill switch, sampling, the
  /// delivery schedule.
  ///
  /// The default is none.
  public var remoteSettings: RemoteSettings?

  /// The handler for the SDK's log lines; called on any thread, synchronously, so that a crash
  /// loses no line.
  ///
  /// It must return quickly. It may record events; the article Log describes how the SDK keeps
  /// these events from causing further lines.
  ///
  /// Your own closure gets every line of every level, except `event.recorded`. The default handler
  /// writes those from `logLevel` on: on Apple's systems to the unified log (subsystem `cairn`),
  /// elsewhere to standard error, one line each. The article Log lists the codes.
  public var diagnostics: @Sendable (Diagnostic) -> Void {
    get {
      if let ownLog { return ownLog }
      let threshold = logThreshold ?? LogThreshold(logLevel)
      return { SystemLog.write($0, from: threshold.level) }
    }
    set { ownLog = newValue }
  }
  private(set) var ownLog: (@Sendable (Diagnostic) -> Void)?

  /// The lowest level that is written to the log while `diagnostics` is not set.
  ///
  /// With `.debug`, each recorded event and each delivery is a line.
  ///
  /// The default is `.warning`: problems that need a fix in the app, and operations in which the
  /// SDK failed. `Analytics.logLevel` changes it later.
  public var logLevel = Diagnostic.Level.warning

  /// The level of the instance, once there is one.
  var logThreshold: LogThreshold?

  /// The name of the instance's folder, once it has been determined.
  var instanceFolderName: String?

  /// Whether a merge with another journal is incomplete, so that cursors have lanes whose files are
  /// not in the journal yet.
  var hasIncompleteMerge = false

  /// The decisions of another SDK, which apply unless the person was replaced.
  package var initialVisitors: [InitialVisitor] = []

  /// The session of another SDK, which continues at the first launch.
  package var initialSession: InitialSession?

  /// The product that takes part in the opening of the engine.
  package var openingHook: (any OpeningHook)?

  /// The interfaces to the machine; replaced in tests.
  package var seams = Seams()

  /// Creates a configuration for one server that supports Segment's protocol: Cairn's collector,
  /// Segment, RudderStack.
  public init(writeKey: String, endpoint: URL) {
    self.writeKey = writeKey
    self.endpoint = endpoint
  }

  /// Creates a configuration with only the given destinations.
  public init(writeKey: String = "", destinations: [any Destination]) {
    self.writeKey = writeKey
    self.destinations = destinations
  }
}

/// The time at which recorded events are synced from the system's memory to the disk.
public enum SyncPolicy: Hashable, Sendable {
  /// Never, except by a call of `record`. Events survive the death of the process; a loss of power
  /// loses those that the system had not written.
  case never
  /// At most the given number of seconds after recording; from 0.01 to 3 600. A loss of power loses
  /// younger events. On Apple platforms `F_BARRIERFSYNC` is used: events are lost only at the end
  /// of the journal, never in between.
  case interval(seconds: Double)
  /// Before every recording call returns, which then takes as long as the disk does: 0.1 to 10
  /// milliseconds. Concurrent calls share one synchronization. Intended for servers. On an app's
  /// main thread, use `record` for the few events that need it.
  case everyEvent
}
