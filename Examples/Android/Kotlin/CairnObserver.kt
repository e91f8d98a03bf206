package com.example.cairn

import android.content.BroadcastReceiver
import android.content.Context
import android.content.Intent
import android.content.IntentFilter
import android.net.ConnectivityManager
import android.net.Network
import android.net.NetworkCapabilities
import android.os.PowerManager
import androidx.lifecycle.DefaultLifecycleObserver
import androidx.lifecycle.LifecycleOwner
import androidx.lifecycle.ProcessLifecycleOwner

/**
 * Tells Cairn what the system tells the app. Needs `androidx.lifecycle:lifecycle-process` and the
 * permission `ACCESS_NETWORK_STATE`.
 *
 * In `Application.onCreate`:
 * ```
 * Cairn.open(filesDir.path, "key", "https://example.com/v1/batch")
 * CairnObserver(this).start()
 * ```
 */
class CairnObserver(private val context: Context) : DefaultLifecycleObserver {
  private val power = context.getSystemService(PowerManager::class.java)

  fun start() {
    ProcessLifecycleOwner.get().lifecycle.addObserver(this)
    context.getSystemService(ConnectivityManager::class.java)
      .registerDefaultNetworkCallback(networkCallback)
    Cairn.lowPowerModeDidChange(power.isPowerSaveMode)
    context.registerReceiver(powerReceiver, IntentFilter(PowerManager.ACTION_POWER_SAVE_MODE_CHANGED))
  }

  override fun onStart(owner: LifecycleOwner) = Cairn.didEnterForeground()

  /** The system may end the process soon after; events that are not delivered by then wait. */
  override fun onStop(owner: LifecycleOwner) = Cairn.didEnterBackground(Runnable {})

  private val powerReceiver = object : BroadcastReceiver() {
    override fun onReceive(context: Context, intent: Intent) =
      Cairn.lowPowerModeDidChange(power.isPowerSaveMode)
  }

  private val networkCallback = object : ConnectivityManager.NetworkCallback() {
    override fun onCapabilitiesChanged(network: Network, capabilities: NetworkCapabilities) =
      Cairn.networkDidChange(
        when {
          capabilities.hasTransport(NetworkCapabilities.TRANSPORT_WIFI) -> Cairn.Network.WIFI
          capabilities.hasTransport(NetworkCapabilities.TRANSPORT_CELLULAR) -> Cairn.Network.CELLULAR
          capabilities.hasTransport(NetworkCapabilities.TRANSPORT_ETHERNET) -> Cairn.Network.WIRED
          else -> Cairn.Network.OTHER
        })

    override fun onLost(network: Network) = Cairn.networkDidChange(Cairn.Network.UNAVAILABLE)
  }
}
