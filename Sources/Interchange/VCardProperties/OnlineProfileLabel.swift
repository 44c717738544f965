/// The labels of online profiles with a property of their own.
enum OnlineProfileLabel {
    /// The label of a contact form (`CONTACT-URI` of RFC 8605).
    static let contact = "contact"
    /// The label of the address of a picture (`PHOTO`).
    static let picture = "picture"

    /// Returns whether a text is the address of a picture. Invalid base64 can also contain a colon.
    static func isPicture(_ text: String) -> Bool { text.isURI && text.contains("://") }
}
