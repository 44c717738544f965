/// A COMMIT failed in such a way that the transaction may or may not be in the file: read it again to know.
///
/// When the sync of the write-ahead log fails, SQLite reports an I/O error, yet the transaction can be there once the
/// file is opened anew. A failure that is sure to have changed nothing (busy, a constraint, a full disk) is thrown as a
/// plain ``SQLiteError``. A ``Database`` opens its connections anew after this error.
public struct CommitOutcomeUnknown: Error, Sendable, Equatable, CustomStringConvertible {
    public let cause: SQLiteError

    public init(cause: SQLiteError) {
        self.cause = cause
    }

    public var description: String {
        "It is not known whether the change was saved: look at the data before you repeat it. \(cause)"
    }
}
