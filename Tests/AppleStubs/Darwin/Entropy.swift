/// See getentropy(2), which is declared in the SDK of macOS alone.
public func getentropy(_ buffer: UnsafeMutableRawPointer!, _ count: Int) -> Int32 { -1 }
