/// The response to a request about several resources (RFC 4918 section 13).
struct Multistatus: Hashable, Sendable {
    var responses: [DAVResponse]
    /// The token for the state of the collection, if the server has returned one (RFC 6578 section 6.4).
    var syncToken: String?

    /// - Throws: ``RemoteProblem/invalidResponse(reason:)`` if the document is not a multistatus response.
    init(_ document: [UInt8]) throws {
        let root = try XMLReader.root(of: document)
        guard root.name == .multistatus else {
            throw RemoteProblem.invalidResponse(reason: "expected “multistatus”, found “\(root.name.local)”")
        }
        responses = root.all(.response).flatMap { response in
            response.all(.href).compactMap(\.trimmedText).map { DAVResponse(reference: $0, response) }
        }
        syncToken = root[.syncToken]?.trimmedText
    }
}

/// The status and the properties of one resource.
struct DAVResponse: Hashable, Sendable {
    /// The reference to the resource, as written by the server.
    let reference: String
    /// The status of the resource itself, or `nil` if the server has returned only statuses of properties.
    var status: Int?
    /// The properties that the server has returned with a success status.
    var properties: [XMLName: XMLElement] = [:]

    fileprivate init(reference: String, _ element: XMLElement) {
        self.reference = reference
        status = element[.status].flatMap(Self.statusCode)
        for group in element.all(.propstat) where group[.status].flatMap(Self.statusCode).map(Self.isSuccess) ?? true {
            for property in group[.prop]?.children ?? [] { properties[property.name] = property }
        }
    }

    /// Returns the code of a status line such as `HTTP/1.1 200 OK`.
    private static func statusCode(_ element: XMLElement) -> Int? {
        let words = element.trimmedText?.split(separator: " ") ?? []
        return words.first?.hasPrefix("HTTP/") == true && words.count > 1 ? Int(words[1]) : nil
    }

    private static func isSuccess(_ status: Int) -> Bool { (200..<300).contains(status) }
}

extension DAVResponse {
    /// Whether the resource does not exist.
    var isMissing: Bool { status == 404 || status == 410 }

    /// Whether the resource itself has a status other than success.
    var isFailed: Bool { status.map { !Self.isSuccess($0) } ?? false }

    /// Whether the resource can be a card. Servers may list collections and files of other types.
    var isCard: Bool {
        if properties[.resourceType]?[.collection] != nil || reference.hasSuffix("/") { return false }
        // A general WebDAV server may not know the type of vCard files.
        if reference.lowercased().hasSuffix(".vcf") { return true }
        guard let type = properties[.contentType]?.trimmedText?.lowercased() else { return true }
        return type.contains("vcard") || type.hasPrefix("text/directory")
    }

    /// The length of the stored resource in bytes, regardless of the form that the server returns.
    var contentLength: Int? { properties[.contentLength]?.trimmedText.flatMap { Int($0) } }

    var tag: ETag? { properties[.etag]?.trimmedText.flatMap(ETag.init(httpText:)) }

    func reference(in property: XMLName) -> String? { properties[property]?[.href]?.trimmedText }
}

/// The names of WebDAV and CardDAV elements.
extension XMLName {
    static let multistatus = dav("multistatus")
    static let response = dav("response")
    static let href = dav("href")
    static let status = dav("status")
    static let propstat = dav("propstat")
    static let prop = dav("prop")
    static let error = dav("error")
    static let syncToken = dav("sync-token")
    static let validSyncToken = dav("valid-sync-token")
    static let etag = dav("getetag")
    static let contentType = dav("getcontenttype")
    static let contentLength = dav("getcontentlength")
    static let resourceType = dav("resourcetype")
    static let collection = dav("collection")
    static let displayName = dav("displayname")
    static let currentUserPrincipal = dav("current-user-principal")
    static let privilegeSet = dav("current-user-privilege-set")
    static let supportedReportSet = dav("supported-report-set")
    static let syncCollection = dav("sync-collection")

    static let addressBook = cardDAV("addressbook")
    static let addressBookHomeSet = cardDAV("addressbook-home-set")
    static let addressBookDescription = cardDAV("addressbook-description")
    static let addressData = cardDAV("address-data")
    static let addressDataType = cardDAV("address-data-type")
    static let supportedAddressData = cardDAV("supported-address-data")
    static let maximumResourceSize = cardDAV("max-resource-size")
    static let uidConflict = cardDAV("no-uid-conflict")

    /// The property with a tag that identifies the state of a collection. This Calendar Server extension predates sync
    /// tokens.
    static let collectionTag = XMLName(namespace: "http://calendarserver.org/ns/", local: "getctag")

    static func dav(_ local: String) -> XMLName { XMLName(namespace: "DAV:", local: local) }

    static func cardDAV(_ local: String) -> XMLName {
        XMLName(namespace: "urn:ietf:params:xml:ns:carddav", local: local)
    }
}
