public import Cairn

extension StatusTable {
  /// What the statuses of Adobe's Edge Network mean.
  ///
  /// As in `standard`, but for 422: the datastream's configuration is wrong, so that no group is to blame, and all wait until
  /// it is mended.
  public static let adobeEdge: StatusTable = {
    var table = StatusTable.standard
    table[422] = .halted
    return table
  }()
}
