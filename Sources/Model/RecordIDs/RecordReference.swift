/// Another record, by address and name: enough to show it and to go there.
public struct RecordReference: Hashable, Codable, Sendable {
    public let address: RecordID
    public let name: String

    public init(address: RecordID, name: String) {
        self.address = address
        self.name = name
    }
}
