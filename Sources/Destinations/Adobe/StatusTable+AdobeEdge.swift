public import Cairn

extension StatusTable {
  /// The meaning of the statuses of Adobe's Edge Network.
  ///
  /// The same as `standard`, except for 422, which halts delivery: it means that the datastream's
  /// configuration is wrong, so no group is at fault, and all events wait until it is corrected.
  public static let adobeEdge: StatusTable = {
    var table = StatusTable.standard
    table[422] = .halted
    return table
  }()
}
