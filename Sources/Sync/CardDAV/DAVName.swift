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

    /// A tag of the state of a collection: a Calendar Server extension that predates sync tokens.
    static let collectionTag = XMLName(namespace: "http://calendarserver.org/ns/", local: "getctag")

    static func dav(_ local: String) -> XMLName { XMLName(namespace: "DAV:", local: local) }

    static func cardDAV(_ local: String) -> XMLName {
        XMLName(namespace: "urn:ietf:params:xml:ns:carddav", local: local)
    }
}
