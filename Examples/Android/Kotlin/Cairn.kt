package com.example.cairn

/** Cairn in an Android app. Every function can be called from any thread. */
object Cairn {
  /** The network connection; the order is that of `networkDidChange` in Host.swift. */
  enum class Network { UNAVAILABLE, WIFI, CELLULAR, WIRED, OTHER }

  init {
    System.loadLibrary("CairnAndroid")
  }

  /**
   * Opens the journal in the app's files folder (`Context.filesDir`). Later calls do nothing.
   *
   * Throws if [endpoint] is not a URL.
   */
  fun open(filesDir: String, writeKey: String, endpoint: String) =
    require(nativeOpen(filesDir.toByteArray(), writeKey.toByteArray(), endpoint.toByteArray())) {
      "the endpoint is not a URL: $endpoint"
    }

  /**
   * Records an event. When the call returns its identifier, the event survives a crash of the app.
   *
   * [properties] is a JSON object, such as `JSONObject.toString()` makes it; any other text becomes
   * the property `unreadableProperties`. Returns null when the event was refused.
   */
  fun track(name: String, properties: String = "{}"): String? =
    nativeTrack(name.toByteArray(), properties.toByteArray())

  /** Call it in `onStart` of the app's `ProcessLifecycleOwner`. */
  fun didEnterForeground() = nativeDidEnterForeground()

  /** Call it in `onStop`. [onEnd] is called once, on any thread: keep the process until then. */
  fun didEnterBackground(onEnd: Runnable) = nativeDidEnterBackground(onEnd)

  /** Call it at the start and after each change of the network. */
  fun networkDidChange(network: Network) = nativeNetworkDidChange(network.ordinal)

  /** Call it at the start and after each change of the power save mode. */
  fun lowPowerModeDidChange(isEnabled: Boolean) = nativeLowPowerModeDidChange(isEnabled)

  private external fun nativeOpen(folder: ByteArray, writeKey: ByteArray, endpoint: ByteArray): Boolean
  private external fun nativeTrack(name: ByteArray, properties: ByteArray): String?
  private external fun nativeDidEnterForeground()
  private external fun nativeDidEnterBackground(onEnd: Runnable)
  private external fun nativeNetworkDidChange(status: Int)
  private external fun nativeLowPowerModeDidChange(isEnabled: Boolean)
}
