package com.example.cairn

import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit

/** One launch of an app: `record` waits to be killed, `deliver` goes to the background and ends. */
object HostTest {
  private const val EVENTS = 100

  @JvmStatic
  fun main(arguments: Array<String>) {
    val (mode, folder, endpoint) = arguments
    check(Cairn.track("Too early") == null)
    check(try { Cairn.open(folder, "key", "no address"); false } catch (error: IllegalArgumentException) { true })
    Cairn.open(folder, "key", endpoint)
    Cairn.didEnterForeground()
    when (mode) {
      "record" -> record()
      "deliver" -> deliver()
    }
  }

  /** Records in a tunnel, from several threads. */
  private fun record() {
    Cairn.networkDidChange(Cairn.Network.UNAVAILABLE)
    Cairn.lowPowerModeDidChange(true)
    val threads = (0 until 4).map { thread ->
      Thread {
        for (number in 0 until EVENTS / 4) {
          val id = Cairn.track("Köp 🛒", """{"thread":$thread,"number":$number,"price":1.5,"new":true,"tags":["a",null]}""")
          check(id?.length == 36)
        }
      }.apply { start() }
    }
    threads.forEach { it.join() }
    check(Cairn.track("") == null)
    check(Cairn.track("Unreadable", "{\"half\":") != null)
    println("recorded $EVENTS")
    Thread.sleep(60_000)
  }

  private fun deliver() {
    Cairn.lowPowerModeDidChange(false)
    Cairn.networkDidChange(Cairn.Network.CELLULAR)
    repeat(2) {
      val ended = CountDownLatch(1)
      Cairn.didEnterBackground(Runnable {
        ended.countDown()
        throw IllegalStateException("an exception of the app reaches nobody")
      })
      check(ended.await(20, TimeUnit.SECONDS))
    }
    println("delivered")
    System.exit(0)
  }
}
