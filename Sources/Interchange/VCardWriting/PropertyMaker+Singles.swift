import Model

extension PropertyMaker {
    func name(_ name: PersonName) -> CardProperty {
        let parts = [name.family, name.given, name.middle, name.prefix, name.suffix]
        return CardProperty("N", .components(parts.map { [$0] }))
    }

    func nickname(_ text: String) -> CardProperty {
        CardProperty("NICKNAME", version == .v21 ? .text(text) : .list(Self.pieces(of: text, separator: ", ")))
    }

    func organization(_ organization: String, _ department: String) -> CardProperty {
        let units = department.isEmpty ? [] : Self.pieces(of: department, separator: "; ")
        return CardProperty("ORG", .components(([organization] + units).map { [$0] }))
    }

    /// Nothing that would be read differently once it is put together again.
    private static func pieces(of text: String, separator: String) -> [String] {
        let pieces = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
        return pieces.contains("") ? [text] : pieces
    }

    /// vCard 3.0 and 2.1 know whole days only: without a year Apple's way is taken, anything else goes beside.
    func date(_ date: PartialDate, name: String, fallback: String) -> CardProperty {
        if version == .v40 { return CardProperty(name, .text(date.basicFormat)) }
        switch (date.year, date.month, date.day) {
        case (.some(let year), .some, .some) where year != CardDate.appleYear:
            return CardProperty(name, .text(date.description))
        case (nil, .some, .some):
            var property = CardProperty(name, .text("\(CardDate.appleYear)\(date.description.dropFirst())"))
            property.parameters = [CardParameter("X-APPLE-OMIT-YEAR", String(CardDate.appleYear))]
            return property
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

    func photo(_ photo: CardPhoto) -> CardProperty {
        CardProperty("PHOTO", .bytes(photo.bytes, mediaType: photo.type.mediaType))
    }

    func uid(_ uid: String) -> CardProperty {
        guard version == .v40 else { return CardProperty("UID", .text(uid)) }
        var property = CardProperty("UID", .text(uid.withUUIDScheme))
        if !uid.withUUIDScheme.isAddress { property.parameters = [CardParameter("VALUE", "text")] }
        return property
    }

    func kindGroup() -> CardProperty {
        CardProperty(version == .v40 ? "KIND" : "X-ADDRESSBOOKSERVER-KIND", .text("group"))
    }

    func member(_ uid: String) -> CardProperty {
        CardProperty(
            version == .v40 ? "MEMBER" : "X-ADDRESSBOOKSERVER-MEMBER",
            .text(uid.contains(":") ? uid : "urn:uuid:" + uid))
    }

    func revision(_ moment: Timestamp, like old: String) -> CardProperty {
        let day = moment.rawValue.prefix(19)
        let isBasic = !old.contains("-") && version != .v30 || version == .v40
        return CardProperty("REV", .text((isBasic ? day.filter { $0 != "-" && $0 != ":" } : String(day)) + "Z"))
    }
}

extension PartialDate {
    /// As RFC 6350 section 4.3.1 writes it: without dashes where the day is known.
    var basicFormat: String {
        switch (year, month, day) {
        case (.some, .some, .some): description.split(separator: "-").joined()
        case (nil, .some, .some): "--" + description.dropFirst(2).split(separator: "-").joined()
        default: description
        }
    }
}

extension ImageType {
    var mediaType: String { "image/\(rawValue)" }
}

extension String {
    /// Whether it begins as a URI does (RFC 3986 section 3.1).
    var isAddress: Bool { firstIndex(of: ":").map { Messenger.isScheme(self[..<$0]) } ?? false }

    /// A UUID as an address; any other text as it is.
    var withUUIDScheme: String {
        let parts = split(separator: "-", omittingEmptySubsequences: false)
        let isUUID =
            parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && parts.allSatisfy { $0.utf8.allSatisfy { $0.hexValue != nil } }
        return isUUID ? "urn:uuid:" + self : self
    }
}
