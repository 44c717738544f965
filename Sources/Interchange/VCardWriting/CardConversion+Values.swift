import Model

extension CardConversion {
    mutating func messenger(_ line: ContentLine, _ service: String) throws(UndecodableValue) -> [CardProperty] {
        let text = try reader.text(line)
        guard service.isEmpty else { return [kept(line, reader.parsed.nameAsWritten(of: line), .text(text))] }
        let (label, value) = Messenger.parts(of: text, service: line.parameter("X-SERVICE-TYPE"))
        guard target == .v21 else {
            let isValid = target != .v40 || text.isURI
            let repaired = maker.messenger(Labeled(label, value)).property.value
            return [kept(line, "IMPP", isValid ? .address(text) : repaired)]
        }
        if let name = PropertyMaker.messengerNames[label] { return [kept(line, name, .text(value))] }
        rename("IMPP", to: "X-IMPP")
        return [kept(line, "X-IMPP", .address(text))]
    }

    /// Converts a member of a group. vCard 4.0 supports only valid URIs.
    mutating func member(_ line: ContentLine) throws(UndecodableValue) -> CardProperty {
        let made = maker.member(try reader.text(line).withoutUUIDScheme)
        if target == .v40, made.name != "MEMBER" {
            rename("MEMBER", to: made.name, because: "supports only URIs in MEMBER")
        }
        return kept(line, as: made)
    }

    mutating func relation(_ line: ContentLine, _ number: Int) throws(UndecodableValue) -> [CardProperty] {
        if line.name.hasPrefix("X-"), !["X-ABRELATEDNAMES", "X-RELATED"].contains(line.name) {
            return [kept(line, reader.parsed.nameAsWritten(of: line), .text(try reader.text(line)))]
        }
        let agent = try agentCard(line, number)
        guard let item = reader.contents.relations.items.first(where: { $0.line == number }) else { return agent }
        let types = line.parameters.filter { $0.name == "TYPE" && !$0.value.isWord("PREF") }
        if types.count > 1 {
            reportLoss("RELATED", "Only the type “\(item.value.label)” of RELATED was kept.")
        }
        let made = maker.relation(item.value)
        var property = made.property
        property.group = line.group
        property.parameters += parameters(of: line).filter { $0.name != "TYPE" }
        let hasLabel = !line.group.isEmpty && reader.labels[line.group.uppercased()] != nil
        guard let label = made.label, !hasLabel else { return [property] + agent }
        if property.group.isEmpty { property.group = makeGroup() }
        return [property, CardProperty("X-ABLabel", .text(label)).inGroup(property.group)] + agent
    }

    /// Returns the card in AGENT as text in an extension property. Only its name becomes a relation.
    private mutating func agentCard(_ line: ContentLine, _ number: Int) throws(UndecodableValue) -> [CardProperty] {
        guard line.name == "AGENT", let text = try reader.agentCard(line, number) else { return [] }
        rename("AGENT", to: "X-AGENT", because: target == .v40 ? nil : "uses another format for cards in AGENT")
        return [CardProperty("X-AGENT", .text(text))]
    }

    /// Converts a custom field. Properties that older vCard versions lack, such as `HOBBY`, become extensions there.
    mutating func customField(_ line: ContentLine, _ label: String) throws(UndecodableValue) -> [CardProperty] {
        let text = try reader.text(line)
        if label.isEmpty { return [kept(line, "X-ALMANAC-FIELD", .text(text))] }
        let made = maker.customField(Labeled(label, text)).property
        if target != .v40, made.name == "X-" + line.name { rename(line.name, to: made.name) }
        return [kept(line, as: made)]
    }

    /// Converts a language that the person speaks. Older vCard versions, and values that are not language tags, need an
    /// extension.
    mutating func language(_ line: ContentLine) throws(UndecodableValue) -> CardProperty {
        let made = maker.language(Labeled("", try reader.text(line))).property
        if line.name == "LANG", made.name != "LANG" {
            rename("LANG", to: made.name, because: target == .v40 ? "supports only language tags in LANG" : nil)
        }
        return kept(line, as: made)
    }

    /// Converts a position. Values that are not positions remain unchanged, except in vCard 4.0, which requires an
    /// extension property.
    mutating func position(_ line: ContentLine) throws(UndecodableValue) -> CardProperty {
        let text = try reader.text(line)
        let place = GeoPosition.value(text, in: target)
        if !place.isWhole {
            reportLoss(
                "GEO", "vCard \(target.rawValue) supports only two coordinates in GEO. The others were removed.")
        }
        if target == .v40, place.text.isURI { return kept(line, "GEO", .address(place.text)) }
        let made = maker.position(Labeled("", place.text)).property
        if line.name == "GEO", made.name != "GEO" {
            rename("GEO", to: made.name, because: "supports only URIs in GEO")
        }
        return kept(line, as: made)
    }

    /// The properties that only vCard 4.0 has (RFC 8605 and RFC 9554). Older versions have them as extensions.
    private static let newNames: Set = ["CONTACT-URI", "CREATED", "GRAMGENDER", "SOCIALPROFILE"]

    /// Converts a property that Almanac does not interpret.
    mutating func unknown(_ line: ContentLine) throws(UndecodableValue) -> [CardProperty] {
        let name = reader.parsed.nameAsWritten(of: line)
        var text = String(decoding: try reader.value(line), as: UTF8.self)
        if let property = binary(line, name) {
            if target == .v40, case .address(let address) = property.value, !address.isURI {
                return [try extended(line)]
            }
            return [property]
        }
        if target == .v40, Self.addressNames.contains(line.name), !text.isURI { return [try extended(line)] }
        switch line.name {
        case "XML" where target != .v40, "CLIENTPIDMAP" where target != .v40, "JSPROP" where target != .v40:
            reportLoss(line.name, "vCard \(target.rawValue) does not support \(line.name). The property was removed.")
            return []
        case "SORT-STRING" where target == .v40 && !reader.contents.names.isEmpty: return []
        case "LABEL" where target == .v40:
            if addressLabels.isLabelOfAddress(line) { return [] }
            rename("LABEL", to: "X-LABEL")
            return [kept(line, "X-LABEL", .text(try reader.text(line)))]
        case "NAME" where target == .v40, "MAILER" where target == .v40, "CLASS" where target == .v40:
            rename(line.name, to: "X-" + line.name)
            return [kept(line, "X-" + line.name, .raw(text))]
        case let name where target != .v40 && Self.newNames.contains(name):
            rename(name, to: "X-" + name)
            return [kept(line, "X-" + name, .text(try reader.text(line)))]
        case "X-CONTACT-URI" where target == .v40, "X-SOCIALPROFILE" where target == .v40:
            return [try profile(line)]
        case let name where target == .v40 && name.hasPrefix("X-") && Self.newNames.contains(line.bareName):
            return [kept(line, line.bareName, .raw(text))]
        default: break
        }
        if target == .v21, source != .v21 { text = Self.withLineFeeds(text) }
        var property = kept(line, name, .raw(text))
        property.parameters += line.parameters.filter { $0.name == "VALUE" }
        return [property]
    }

    /// Returns a value with line feeds instead of their escapes. Escaped backslashes remain.
    private static func withLineFeeds(_ value: String) -> String {
        value.split(separator: #"\\"#, omittingEmptySubsequences: false)
            .map { $0.replacing(#"\n"#, with: "\n").replacing(#"\N"#, with: "\n") }
            .joined(separator: #"\\"#)
    }

    /// The uninterpreted properties whose values are URIs in vCard 4.0.
    private static let addressNames: Set = [
        "PHOTO", "LOGO", "SOUND", "KEY", "SOURCE", "FBURL", "CALURI", "CALADRURI",
    ]

    /// Converts a social profile or a contact form to vCard 4.0, which supports text only in social profiles.
    private mutating func profile(_ line: ContentLine) throws(UndecodableValue) -> CardProperty {
        let text = try reader.text(line)
        if text.isURI { return kept(line, line.bareName, .address(text)) }
        guard line.bareName == "SOCIALPROFILE" else { return kept(line, line.name, .text(text)) }
        var property = kept(line, line.bareName, .text(text))
        property.parameters.append(CardParameter("VALUE", "text"))
        return property
    }

    /// Returns a property with an invalid URI as an extension.
    private mutating func extended(_ line: ContentLine) throws(UndecodableValue) -> CardProperty {
        rename(line.name, to: "X-" + line.name, because: "supports only URIs in \(line.name)")
        return kept(line, "X-" + line.name, .text(try reader.text(line)))
    }

    /// Converts base64, data URIs, and media URIs. Returns `nil` for other values.
    private mutating func binary(_ line: ContentLine, _ name: String) -> CardProperty? {
        let raw = reader.parsed.bytes(of: line)
        let isMedia = ["PHOTO", "LOGO", "SOUND", "KEY"].contains(line.name)
        if line.isBase64 || isMedia, let payload = DataURI.base64(of: raw) ?? (line.isBase64 ? raw : nil),
            let bytes = Base64.decoded(payload)
        {
            var property = kept(line, name, .bytes(bytes, mediaType: line.mediaType(of: bytes, in: raw)))
            property.parameters.removeAll { $0.name == "TYPE" && !$0.value.isWord("HOME") && !$0.value.isWord("WORK") }
            return property
        }
        let isAddress = ["URI", "URL"].contains(line.parameter("VALUE")?.uppercased()) || source == .v40
        guard isMedia, isAddress, let text = try? reader.text(line) else { return nil }
        var property = kept(line, name, .address(text))
        if target != .v40 { property.parameters.append(CardParameter("VALUE", target == .v21 ? "URL" : "uri")) }
        return property
    }
}

extension ContentLine {
    /// Returns the media type of binary content, detected from the bytes, the data URI, or `TYPE`.
    ///
    /// - Parameter raw: The undecoded value.
    func mediaType(of bytes: [UInt8], in raw: ArraySlice<UInt8>) -> String {
        if let type = ImageType(bytes) { return type.mediaType }
        if let type = DataURI.mediaType(of: raw) { return type }
        guard let type = parameters.last(where: { $0.name == "TYPE" })?.value.lowercased() else {
            return "application/octet-stream"
        }
        if type.contains("/") { return type }
        let families = ["LOGO": "image", "PHOTO": "image", "SOUND": "audio"]
        return "\(families[name] ?? "application")/\(type)"
    }
}
