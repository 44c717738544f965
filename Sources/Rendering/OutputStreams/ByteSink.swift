/// Where bytes go: a descriptor, a pager, or memory.
public protocol ByteSink: AnyObject {
    func write(_ bytes: UnsafeRawBufferPointer) throws
    /// No more bytes will come.
    func close() throws
}
