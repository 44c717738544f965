import Text

/// The standard labels of a field. All spellings and synonyms of a standard label count as the same label, and other
/// labels are compared ignoring case.
public enum LabelVocabulary: Hashable, Sendable {
    /// Places and devices, such as `home` and `work fax`.
    case places
    /// Relations, such as `mother`.
    case relations
    /// Services for instant messaging, such as `xmpp`, which is the same as `jabber`.
    case services
    /// No standard labels.
    case own

    /// Returns the standard label for one of its spellings or synonyms, such as `work fax` for `Business-Fax`. Other
    /// labels remain unchanged.
    public func standard(_ label: String) -> String {
        switch self {
        case .places: PlaceWords(label: label)?.label ?? label
        case .relations: RelationTerm.standard(label) ?? label
        case .services, .own: label
        }
    }

    /// Returns a key that is equal for two spellings of the same label.
    public func key(_ label: String) -> String {
        let key = standard(label).trimmed.lowercased()
        return self == .services ? Messenger.service(of: key) : key
    }
}

/// The words of a standard label for a place or a device, such as `work` and `fax`.
public struct PlaceWords: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Creates the words of a label in any spelling, such as `Business-Fax`. Returns `nil` if the label has other words
    /// or repeats a word.
    public init?(label: String) {
        if let words = Self.spellings[String(lowercasing: label)] {
            self = words
            return
        }
        var found: PlaceWords = []
        for word in Self.words(of: label) where !Self.additions.contains(word) {
            guard let words = Self.spellings[word], found.isDisjoint(with: words) else { return nil }
            found.formUnion(words)
        }
        if found.isEmpty { return nil }
        self = found
    }

    /// The standard label.
    public var label: String {
        var label = ""
        for (place, name) in Self.names.enumerated() where rawValue & 1 << place != 0 {
            label += label.isEmpty ? name : " " + name
        }
        return label
    }

    /// The standard label and its synonyms, with the words in the order used in standard labels.
    public var labels: [String] {
        func spellings(_ words: PlaceWords) -> [String] { Self.spellings.filter { $0.value == words }.keys.sorted() }
        let words = Self.names.indices.map { PlaceWords(rawValue: 1 << $0) }.filter { contains($0) }
        let joined = words.dropFirst().reduce(words.first.map(spellings) ?? []) { labels, word in
            labels.flatMap { label in spellings(word).map { label + " " + $0 } }
        }
        return (joined + spellings(self)).unique
    }

    public static let home = PlaceWords(rawValue: 1 << 0)
    public static let work = PlaceWords(rawValue: 1 << 1)
    public static let other = PlaceWords(rawValue: 1 << 2)
    public static let main = PlaceWords(rawValue: 1 << 3)
    public static let mobile = PlaceWords(rawValue: 1 << 4)
    public static let fax = PlaceWords(rawValue: 1 << 5)
    public static let pager = PlaceWords(rawValue: 1 << 6)

    /// The words in the order used in standard labels, starting with the constants above.
    public static let names = [
        "home", "work", "other", "main", "mobile", "fax", "pager", "car", "isdn", "modem", "bbs", "pcs", "textphone",
    ]

    private static let synonyms: [String: PlaceWords] = [
        "cell": .mobile, "cellular": .mobile, "cellphone": .mobile, "business": .work, "office": .work,
        "private": .home, "personal": .home, "primary": .main, "telefax": .fax, "facsimile": .fax, "homephone": .home,
        "workphone": .work, "homefax": [.home, .fax], "workfax": [.work, .fax], "otherfax": [.other, .fax],
    ]

    /// The words and their synonyms.
    private static let spellings = Dictionary(
        uniqueKeysWithValues: names.enumerated().map { ($1, PlaceWords(rawValue: 1 << $0)) }
    ).merging(synonyms) { $1 }

    /// The words that other programs add to a place or a device.
    private static let additions: Set = ["phone", "telephone", "number", "email", "mail", "address", "voice"]

    /// Returns the words of a label in lowercase, such as `home` and `fax` for `homeFAX`.
    private static func words(of label: String) -> [String] {
        var words = [""]
        var previous: Character?
        for character in label {
            let startsWord = character.isUppercase && previous?.isLowercase == true
            if startsWord || !character.isLetter && !character.isNumber { words.append("") }
            if character.isLetter || character.isNumber { words[words.count - 1] += character.lowercased() }
            previous = character
        }
        return words.filter { !$0.isEmpty }
    }
}

/// A converter for instant messaging URIs (RFC 4770, RFC 6350 section 6.4.3). The URI scheme names the service.
public enum Messenger {
    /// The URI scheme that Apple writes for unknown services.
    public static let appleScheme = "x-apple"

    /// Returns the service and the address in a URI, or the given service and the text if it is a web address or not a
    /// URI.
    public static func parts(of text: String, service: String?) -> (label: String, value: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, isScheme(parts[0]), !parts[1].hasPrefix("//") else {
            return (service?.lowercased() ?? "", text)
        }
        let scheme = parts[0].lowercased()
        let value = String(percentEncoded: parts[1])
        return (service?.lowercased() ?? (scheme == appleScheme ? "" : scheme), value)
    }

    /// Returns an address without a URI scheme that is its label or that can become its label.
    public static func withoutScheme(_ address: Labeled<String>) -> Labeled<String> {
        guard address.value.contains(":") else { return address }
        let (scheme, rest) = parts(of: address.value.trimmed, service: nil)
        let isService = address.label.isEmpty || service(of: address.label) == service(of: scheme)
        // `C:` and `host.example:` do not name services.
        guard scheme.count > 1, !scheme.contains("."), !rest.trimmed.isEmpty, isService else { return address }
        return withoutScheme(Labeled(address.label.isEmpty ? scheme : address.label, rest.trimmed))
    }

    /// Returns the service for a label or URI scheme, in lowercase. All names of a service have the same result.
    public static func service(of label: String) -> String {
        let name = label.lowercased()
        return services[name] ?? name
    }

    /// The URI schemes of services whose labels are not schemes.
    public static let schemes = ["jabber": "xmpp", "yahoo": "ymsgr", "msn": "msnim"]

    private static let services = [
        "xmpp": "jabber", "googletalk": "google talk", "gtalk": "google talk", "ymsgr": "yahoo", "msnim": "msn",
        "tg": "telegram",
        "gadugadu": "gadu-gadu", "gg": "gadu-gadu", "facebookmessenger": "facebook",
    ]

    /// Returns whether text has the syntax of a URI scheme (RFC 3986 section 3.1).
    public static func isScheme(_ text: some StringProtocol) -> Bool {
        text.utf8.first?.isASCIILetter == true
            && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) }
    }
}

/// A value with a label, which may be empty.
public struct Labeled<Value: Hashable & Sendable>: Hashable, Sendable {
    public var label: String
    public var value: Value

    public init(_ label: String, _ value: Value) {
        self.label = label
        self.value = value
    }
}

extension Sequence {
    /// Returns the first result of the closure that is not `nil`. Unlike `lazy.compactMap(_:).first`, it calls the
    /// closure only once for this result.
    @inlinable
    public func firstNonNil<Result>(_ transform: (Element) throws -> Result?) rethrows -> Result? {
        for element in self { if let result = try transform(element) { return result } }
        return nil
    }
}

extension Sequence where Element: Hashable {
    /// The distinct elements, in the order of their first occurrence.
    public var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
