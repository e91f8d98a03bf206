import Foundation

extension Configuration {
  /// Returns the configuration after the app's own journal was moved into the group's folder.
  ///
  /// If the journal cannot be moved, this launch continues in the app's own folder, and the next
  /// one tries again.
  func movingIntoGroup(_ diagnostics: Diagnostics) -> Configuration {
    guard let appGroup, directory == nil, !seams.isExtension, let own = seams.ownFolder(),
      let group = instancesFolder, own != group
    else { return self }
    let move = AppGroupMove(
      own: own, group: group, oldName: locating(in: own).instanceName, newName: instanceName,
      files: seams.files, randomness: seams.randomness,
      journal: {
        InstanceFolder(
          path: $0, account: instanceName, record: installRecord, files: seams.files,
          randomness: seams.randomness, diagnostics: diagnostics
        ).open().path
      })
    guard move.isNeeded else { return self }
    do {
      // Done first: it can be repeated until the folder has moved.
      try seams.joinGroup(move.oldName, move.newName, appGroup, seams.files)
      try move.run()
    } catch {
      diagnostics.report(
        .error, "journal.group",
        "the move of the journal into the app group is not complete, the next launch goes on: "
          + "\(error)"
      )
    }
    guard move.isWaiting else { return self }
    var apart = self
    apart.appGroup = nil
    apart.directory = URL(fileURLWithPath: own)
    apart.hasIncompleteMerge = true
    return apart
  }
}
