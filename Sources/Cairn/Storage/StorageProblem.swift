#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The reason why the disk does not accept the SDK's writes; it stands for errors that need the
/// same reaction.
///
/// None of the problems means that stored data is damaged, and none deletes data.
public struct StorageProblem: RawRepresentable, Hashable, Sendable {
  /// The problem's name, as the ledger and the log show it.
  ///
  /// The set of names is open: later versions may add more.
  public let rawValue: String

  /// Creates a problem with this name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The disk or this user's quota is full (`ENOSPC`, `EDQUOT`, `EFBIG`).
  public static let noSpace = StorageProblem(rawValue: "noSpace")
  /// The files are not accessible until the device is unlocked (`EPERM` and `EACCES` on Apple
  /// platforms).
  public static let locked = StorageProblem(rawValue: "locked")
  /// The folder is read-only (`EROFS`, and on other platforms `EPERM` and `EACCES`).
  public static let readOnly = StorageProblem(rawValue: "readOnly")
  /// The process or the system has too many files open (`EMFILE`, `ENFILE`).
  public static let descriptors = StorageProblem(rawValue: "descriptors")
  /// The disk failed (`EIO`, `ENXIO`, `ENODEV` and all other errors).
  public static let device = StorageProblem(rawValue: "device")
  /// The folder or file is gone (`ENOENT`, `ENOTDIR`, `ESTALE`).
  public static let vanished = StorageProblem(rawValue: "vanished")
  /// Other code in the process closed the file (`EBADF`, `EINVAL`).
  public static let descriptorLost = StorageProblem(rawValue: "descriptorLost")
  /// The event is written, and survives the death of the process, but the disk did not confirm that
  /// it survives a power loss.
  public static let notDurable = StorageProblem(rawValue: "notDurable")
  /// The encryption key is not available now; events are not written in plain text instead.
  public static let keyUnavailable = StorageProblem(rawValue: "keyUnavailable")
  /// The folder or a file in it is a symbolic link, belongs to another user, or may be written to
  /// by others.
  public static let untrusted = StorageProblem(rawValue: "untrusted")
}

extension StorageProblem {
  package init(_ error: FileError) {
    switch error.code {
    case FileError.noKey: self = .keyUnavailable
    case FileError.untrusted: self = .untrusted
    case ENOSPC, EDQUOT, EFBIG: self = .noSpace
    case EPERM, EACCES: self = Self.forbidden
    case EROFS: self = .readOnly
    case EMFILE, ENFILE: self = .descriptors
    case ENOENT, ENOTDIR, ESTALE: self = .vanished
    case EBADF, EINVAL: self = .descriptorLost
    default: self = .device
    }
  }

  #if canImport(Darwin)
  private static let forbidden = StorageProblem.locked
  #else
  private static let forbidden = StorageProblem.readOnly
  #endif

  /// Whether the problem can end by itself: the device is unlocked, files are closed, or space is
  /// freed.
  package var passes: Bool {
    [.locked, .descriptors, .noSpace, .keyUnavailable].contains(self)
  }

  /// Whether the problem affects only this file, so that another file may work.
  package var isOfOneFile: Bool {
    self == .device || self == .vanished || self == .descriptorLost
  }
}
