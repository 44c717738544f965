import Text

extension VCard {
    /// Returns the card with the properties that address books require: VERSION, FN, UID, and, before vCard 4.0, N
    /// (RFC 2426 section 3, RFC 6352 section 5.1). Properties that are also missing from the card in the address book
    /// are not added, because an unchanged contact is not sent.
    ///
    /// - Parameters:
    ///   - uid: The UID of a card without a UID.
    ///   - base: The card in the address book, or `nil` for a new card.
    public func completed(uid: String?, base: VCard?) -> VCard {
        let missing = missingProperties
        guard !missing.isEmpty else { return self }
        let added = missing.subtracting(base?.missingProperties ?? [])
        let conversion = CardConversion(lines, to: version, uid: uid)
        let properties = (conversion.required() + conversion.missingUID()).filter { added.contains($0.name) }
        var card = replacing([], with: properties.flatMap(conversion.writer.lines))
        if added.contains(Self.versionName), let begin = lines.first {
            let version = Array("\(Self.versionName):\(version.rawValue)".utf8)
            card = VCard(lines: [begin, version] + card.lines.dropFirst())
        }
        return card
    }

    private static let versionName = "VERSION"

    /// The required properties that no line has.
    private var missingProperties: Set<String> {
        let present = Set(lines.map(Self.name))
        let required = [Self.versionName, "FN", "UID"] + (version == .v40 ? [] : ["N"])
        return Set(required).subtracting(present)
    }

    /// Returns the name of a property in uppercase and without its group.
    private static func name(of line: [UInt8]) -> String {
        let head = line.prefix { $0 != .colon && $0 != .semicolon }
        let start = head.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? head.startIndex
        return String(decoding: head[start...], as: UTF8.self).uppercased()
    }
}
