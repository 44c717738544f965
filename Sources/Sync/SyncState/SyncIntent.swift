import Interchange
import Model

/// A request that may have been sent. It is stored before it is sent, so that an interrupted synchronization can determine
/// whether it was applied.
public struct SyncIntent: Hashable, Sendable {
    public enum Request: Hashable, Sendable {
        /// Writes a card that was rendered from a revision of the record.
        case put(VCard, revision: Int64, Precondition)
        case delete(ifMatch: ETag)
    }

    public let address: CardAddress
    public let record: RecordID
    public let request: Request

    public init(address: CardAddress, record: RecordID, request: Request) {
        (self.address, self.record, self.request) = (address, record, request)
    }
}
