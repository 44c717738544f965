import Model
import Text

/// A factory for properties in one vCard version.
struct PropertyMaker {
    let version: CardVersion
    /// Whether nicknames and departments are split into several values.
    var splitsTexts = true

    /// A property and the text of its `X-ABLabel`. The text is `nil` if the property itself can express the label.
    typealias Labeling = (property: CardProperty, label: String?)

    // MARK: - Labeled values

    func email(_ email: Labeled<String>) -> Labeling {
        let parameters = version == .v40 ? [] : [CardParameter("TYPE", "INTERNET")]
        return labeled("EMAIL", .text(email.value), email.label, .email, parameters)
    }

    func phone(_ phone: Labeled<String>) -> Labeling {
        labeled("TEL", .text(phone.value), phone.label, .phone)
    }

    /// Returns a web address property. vCard 4.0 supports only valid URIs in `URL`.
    func url(_ url: Labeled<String>) -> Labeling {
        version == .v40 && !url.value.isURI
            ? labeled("X-URL", .text(url.value), url.label, .url)
            : labeled("URL", .address(url.value), url.label, .url)
    }

    func address(_ address: Labeled<PostalAddress>) -> Labeling {
        let value = address.value
        let parts = ["", "", value.street, value.locality, value.region, value.postalCode, value.country]
        return labeled("ADR", .components(parts.map { [$0] }), address.label, .address)
    }

    /// Returns an instant messaging property. The label, or the scheme of its service, becomes the URI scheme if possible.
    func messenger(_ messenger: Labeled<String>) -> Labeling {
        if version == .v21, let name = Self.messengerNames[messenger.label] {
            return (CardProperty(name, .text(messenger.value)), nil)
        }
        let label = messenger.label
        let isWebAddress = messenger.value.isURI && messenger.value.contains("://")
        let isScheme =
            !isWebAddress && Messenger.isScheme(label) && label == label.lowercased() && label != Messenger.appleScheme
        let scheme = Messenger.schemes[label] ?? (isScheme ? label : Messenger.appleScheme)
        let address = isWebAddress ? messenger.value : "\(scheme):\(Messenger.percentEncoded(messenger.value))"
        var property = CardProperty(version == .v21 ? "X-IMPP" : "IMPP", .address(address))
        if label.isEmpty || isScheme && scheme == label { return (property, nil) }
        property.parameters.append(CardParameter("X-SERVICE-TYPE", label))
        return (property, Messenger.schemes[label] == nil ? label : nil)
    }

    /// Returns a property for a social profile, a contact form, or the URL of a picture. Before vCard 4.0, social
    /// profiles are written in Apple’s format.
    func profile(_ profile: Labeled<String>) -> Labeling {
        let (label, text) = (profile.label, profile.value)
        if text.isURI, label == OnlineProfileLabel.contact {
            return (CardProperty(version == .v40 ? "CONTACT-URI" : "X-CONTACT-URI", .address(text)), nil)
        }
        if OnlineProfileLabel.isPicture(text), label == OnlineProfileLabel.picture {
            return (CardProperty("PHOTO", .address(text), uriParameters), nil)
        }
        var property = CardProperty(
            version == .v40 ? "SOCIALPROFILE" : "X-SOCIALPROFILE", text.isURI ? .address(text) : .text(text))
        if version == .v40, !text.isURI { property.parameters = [.textValue] }
        if label.isEmpty { return (property, nil) }
        if version == .v40, label.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "-._".utf8.contains($0) }) {
            property.parameters.append(CardParameter("SERVICE-TYPE", label))
        } else if version != .v40, PropertyWriter.isToken(label),
            LabelKind.other.label(of: [label.lowercased()]) == label
        {
            property.parameters.append(CardParameter("TYPE", label))
        } else {
            return (property, AppleLabel.text(of: label))
        }
        return (property, nil)
    }

    /// Returns a property for a language that the person speaks. vCard 4.0 supports only language tags in `LANG`.
    func language(_ language: Labeled<String>) -> Labeling {
        let isSupported = version == .v40 && FieldSyntax.isLanguage(language.value)
        return labeled(isSupported ? "LANG" : "X-LANG", .text(language.value), language.label, .other)
    }

    /// Returns a property for the position of a place. vCard 4.0 supports only URIs in `GEO`.
    func position(_ position: Labeled<String>) -> Labeling {
        let text = GeoPosition.value(position.value, in: version).text
        if version == .v40 {
            let isURI = text.isURI
            return labeled(isURI ? "GEO" : "X-GEO", isURI ? .address(text) : .text(text), position.label, .position)
        }
        let isPosition = GeographicPosition(position.value) != nil
        return labeled("GEO", isPosition ? .raw(text) : .text(text), position.label, .position)
    }

    func relation(_ relation: Labeled<String>) -> Labeling {
        guard version == .v40 else {
            return (
                CardProperty("X-ABRELATEDNAMES", .text(relation.value)),
                relation.label.isEmpty ? nil : AppleLabel.text(of: relation.label)
            )
        }
        if relation.value.isURI { return labeled("RELATED", .address(relation.value), relation.label, .relation) }
        return labeled("RELATED", .text(relation.value), relation.label, .relation, [.textValue])
    }

    func customField(_ field: Labeled<String>) -> Labeling {
        guard let name = customNames[field.label], name != "X-GENDER" || Gender(words: field.value) == nil else {
            return (CardProperty("X-ALMANAC-FIELD", .text(field.value)), field.label.isEmpty ? nil : field.label)
        }
        let isText = name == "DEATHDATE" && !FieldSyntax.isDate(field.value)
        return (CardProperty(name, .text(field.value), isText ? [.textValue] : []), nil)
    }

    private func labeled(
        _ name: String, _ value: CardProperty.Value, _ label: String, _ kind: LabelKind,
        _ parameters: [CardParameter] = []
    ) -> Labeling {
        guard let types = kind.types(of: label) else {
            return (CardProperty(name, value, parameters), AppleLabel.text(of: label))
        }
        return (CardProperty(name, value, parameters + types.map { CardParameter("TYPE", $0) }), nil)
    }

    /// The parameters of a media property with a URI. Before vCard 4.0, the default is binary content.
    var uriParameters: [CardParameter] {
        version == .v40 ? [] : [CardParameter("VALUE", version == .v21 ? "URL" : "uri")]
    }

    private var customNames: [String: String] {
        let names = [
            "expertise": "EXPERTISE", "hobby": "HOBBY", "interest": "INTEREST", "directory": "ORG-DIRECTORY",
            "birthplace": "BIRTHPLACE", "deathplace": "DEATHPLACE", "died": "DEATHDATE",
        ]
        let known = version == .v40 ? names : names.mapValues { "X-" + $0 }
        return known.merging(["role": "ROLE", "gender": "X-GENDER"]) { $1 }
    }

    static let messengerNames = [
        "aim": "X-AIM", "msn": "X-MSN", "yahoo": "X-YAHOO", "icq": "X-ICQ", "skype": "X-SKYPE-USERNAME",
        "jabber": "X-JABBER", "google talk": "X-GOOGLE-TALK", "qq": "X-QQ", "sip": "X-SIP", "twitter": "X-TWITTER",
        "telegram": "X-TELEGRAM", "signal": "X-SIGNAL", "matrix": "X-MATRIX", "whatsapp": "X-WHATSAPP",
    ]

    func name(_ name: PersonName) -> CardProperty {
        let parts = [name.family, name.given, name.middle, name.prefix, name.suffix]
        return CardProperty("N", .components(parts.map { [$0] }))
    }

    func nickname(_ text: String) -> CardProperty {
        CardProperty("NICKNAME", version == .v21 ? .text(text) : .list(pieces(of: text, separator: ", ")))
    }

    func organization(_ organization: String, _ department: String) -> CardProperty {
        let units = department.isEmpty ? [] : pieces(of: department, separator: "; ")
        return CardProperty("ORG", .components(([organization] + units).map { [$0] }))
    }

    /// Splits the text at each separator. Text with empty pieces is not split.
    private func pieces(of text: String, separator: String) -> [String] {
        guard splitsTexts else { return [text] }
        let pieces = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
        return pieces.contains("") ? [text] : pieces
    }

    /// Returns a date property. vCard 2.1 and 3.0 support only full dates. In these versions, a date without a year is
    /// written in Apple’s format, and other partial dates become an extension.
    func date(_ date: PartialDate, name: String, fallback: String) -> CardProperty {
        if version == .v40 { return CardProperty(name, .text(date.basicFormat)) }
        switch (date.year, date.month, date.day) {
        case (.some(let year), .some, .some) where year != PartialDate.appleYear:
            return CardProperty(name, .text(date.description))
        case (nil, .some, .some):
            let year = String(PartialDate.appleYear)
            let text = year + date.description.dropFirst()
            return CardProperty(name, .text(text), [CardParameter("X-APPLE-OMIT-YEAR", year)])
        default:
            return CardProperty(fallback, .text(date.description))
        }
    }

    func birthday(_ day: PartialDate) -> CardProperty { date(day, name: "BDAY", fallback: "X-BDAY") }

    func anniversary(_ day: PartialDate) -> CardProperty {
        date(day, name: version == .v40 ? "ANNIVERSARY" : "X-ANNIVERSARY", fallback: "X-ANNIVERSARY")
    }

    func gender(_ gender: Gender) -> CardProperty {
        let parts = gender.description.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        return CardProperty(version == .v40 ? "GENDER" : "X-GENDER", .components(parts.map { [String($0)] }))
    }

    func photo(_ photo: Photo) -> CardProperty {
        CardProperty("PHOTO", .bytes(photo.bytes, mediaType: photo.type.mediaType))
    }

    func uid(_ uid: String) -> CardProperty {
        guard version == .v40 else { return CardProperty("UID", .text(uid)) }
        let text = uid.withUUIDScheme
        return CardProperty("UID", .text(text), text.isAddress ? [] : [.textValue])
    }

    /// Returns a property for the UID of an imported card. Such a UID is never changed.
    func uid(asWritten uid: String) -> CardProperty {
        guard version == .v40 else { return CardProperty("UID", .text(uid)) }
        return uid.isURI ? CardProperty("UID", .address(uid)) : CardProperty("UID", .text(uid), [.textValue])
    }

    func kindGroup() -> CardProperty {
        CardProperty(version == .v40 ? "KIND" : "X-ADDRESSBOOKSERVER-KIND", .text("group"))
    }

    func kindOrganization() -> CardProperty {
        version == .v40 ? CardProperty("KIND", .text("org")) : CardProperty("X-ABShowAs", .text("COMPANY"))
    }

    /// Returns a property for a member of a group. vCard 4.0 supports only valid URIs in `MEMBER`.
    func member(_ uid: String) -> CardProperty {
        let address = uid.contains(":") ? uid : "urn:uuid:" + uid
        guard version == .v40 else { return CardProperty("X-ADDRESSBOOKSERVER-MEMBER", .text(address)) }
        return address.isURI ? CardProperty("MEMBER", .address(address)) : CardProperty("X-MEMBER", .text(uid))
    }

    func revision(_ moment: Timestamp, like old: String) -> CardProperty {
        let isBasic = !old.contains("-") && version != .v30 || version == .v40
        return CardProperty("REV", .text(isBasic ? moment.basicFormat : moment.rawValue.prefix(19) + "Z"))
    }
}

extension PlainText {
    /// Returns the property name for the text. vCard 4.0 supports only language tags in `LANGUAGE`.
    func name(for text: String, in version: CardVersion) -> String {
        self == .language && !FieldSyntax.isLanguage(text) ? "X-" + rawValue : name(in: version)
    }
}

extension PartialDate {
    /// The date in basic format (RFC 6350 section 4.3.1), such as `19770525` or `--0525`.
    var basicFormat: String {
        switch (year, month, day) {
        case (.some, .some, .some): description.split(separator: "-").joined()
        case (nil, .some, .some): "--" + description.dropFirst(2).split(separator: "-").joined()
        default: description
        }
    }
}

extension Timestamp {
    /// The time in basic format without the fraction, such as `20261121T031800Z` (RFC 6350 section 4.3.5).
    var basicFormat: String { rawValue.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z" }
}

extension ImageType {
    var mediaType: String { "image/\(rawValue)" }
}
