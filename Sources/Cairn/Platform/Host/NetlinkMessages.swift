/// Parses the kernel's messages about routes, in the format of <linux/netlink.h> and
/// <linux/rtnetlink.h>.
package enum NetlinkMessages {
  private static let headerSize = 16
  /// The message type RTM_NEWROUTE.
  private static let newRoute: UInt16 = 24
  /// The table RT_TABLE_MAIN; routes in the table of local addresses reach no other machine.
  private static let mainTable: UInt8 = 254

  /// Returns whether a default route was added.
  package static func haveDefaultRoute(_ bytes: some Sequence<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while rest.count >= headerSize {
      let length = Int(number(rest.prefix(4)))
      guard length >= headerSize, length <= rest.count else { return false }
      let type = UInt16(truncatingIfNeeded: number(rest.dropFirst(4).prefix(2)))
      if type == newRoute, isDefault(rest.prefix(length).dropFirst(headerSize)) { return true }
      rest = rest.dropFirst((length + 3) & ~3)
    }
    return false
  }

  /// Returns whether a route is a default route.
  ///
  /// A `struct rtmsg` begins with family, lengths of destination and source, tos and table.
  private static func isDefault(_ route: ArraySlice<UInt8>) -> Bool {
    let fields = Array(route.prefix(5))
    return fields.count == 5 && fields[1] == 0 && fields[4] == mainTable
  }

  /// Returns a number in the byte order of the machine, which is the kernel's.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    let bytes = Self.isLittleEndian ? Array(bytes.reversed()) : Array(bytes)
    return bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static let isLittleEndian = UInt16(1).littleEndian == 1
}
