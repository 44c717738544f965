/// What may happen to the file when a store is opened.
public enum StoreMode: Sendable {
    /// It must exist and is not changed.
    case readOnly
    /// It must exist; where it cannot be written, it is opened for reading.
    case readWrite
    /// As `readWrite`, but a missing one is made, with the folders above it.
    case createIfMissing
}
