/// An address book that was found on a server.
public struct AddressBook: Hashable, Sendable {
    public let url: WebURL
    /// The name that the server shows, or the last part of the URL.
    public let name: String
    public let summary: String?
    public let capabilities: BookCapabilities

    public init(
        url: WebURL, name: String, summary: String? = nil, capabilities: BookCapabilities = BookCapabilities()
    ) {
        (self.url, self.name, self.summary) = (url, name, summary)
        self.capabilities = capabilities
    }

    static let properties: [XMLName] = [
        .resourceType, .displayName, .addressBookDescription, .supportedAddressData, .maximumResourceSize,
        .privilegeSet,
    ]

    /// Creates an address book from its properties, or returns `nil` if the resource is not an address book.
    init?(_ response: DAVResponse, at url: WebURL) {
        guard response.properties[.resourceType]?[.addressBook] != nil else { return nil }
        let text = { (name: XMLName) in response.properties[name]?.trimmedText }
        self.url = url.asFolder
        name = text(.displayName) ?? url.folderName
        summary = text(.addressBookDescription)
        capabilities = BookCapabilities(response)
    }
}

extension BookCapabilities {
    init(_ response: DAVResponse) {
        self.init()
        let types = response.properties[.supportedAddressData]?.all(.addressDataType) ?? []
        acceptsVersion4 = types.contains { type in
            type.attributes["content-type"]?.lowercased() == "text/vcard" && type.attributes["version"] == "4.0"
        }
        let size = response.properties[.maximumResourceSize]?.trimmedText.flatMap { Int($0) }
        // The size must be positive (RFC 6352 section 6.2.3). A limit of 0 would reject all cards.
        maximumSize = size.flatMap { $0 > 0 ? $0 : nil }
        if let set = response.properties[.privilegeSet], !set.children.isEmpty {
            let privileges = ["all", "write", "write-content", "bind"].map(XMLName.dav)
            isReadOnly = !privileges.contains { set.containsElement($0) }
        }
    }
}

extension XMLElement {
    /// Returns whether an element with a name is below this element.
    func containsElement(_ name: XMLName) -> Bool {
        children.contains { $0.name == name || $0.containsElement(name) }
    }
}
