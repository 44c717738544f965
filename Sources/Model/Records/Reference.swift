/// Another record, by address and name: enough to show it and to go there.
public struct Reference: Hashable, Codable, Sendable {
    public let address: Address
    public let name: String

    public init(address: Address, name: String) {
        self.address = address
        self.name = name
    }
}
