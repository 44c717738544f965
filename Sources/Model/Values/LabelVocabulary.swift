/// The standard labels of a field. All spellings and synonyms of a standard label count as the same label, and other
/// labels are compared ignoring case.
public enum LabelVocabulary: Hashable, Sendable {
    /// Places and devices, such as `home` and `work fax`.
    case places
    /// Relations, such as `mother`.
    case relations
    /// No standard labels.
    case own

    /// Returns the standard label for one of its spellings or synonyms, such as `work fax` for `Business-Fax`. Other
    /// labels remain unchanged.
    public func standard(_ label: String) -> String {
        switch self {
        case .places: Self.place(label) ?? label
        case .relations: RelationTerm.standard(label) ?? label
        case .own: label
        }
    }

    /// Returns a key that is equal for two spellings of the same label.
    public func key(_ label: String) -> String { standard(label).trimmed.lowercased() }

    /// The words for places and devices, in the order used in standard labels.
    public static let placeWords = [
        "home", "work", "other", "main", "mobile", "fax", "pager", "car", "isdn", "modem", "bbs", "pcs", "textphone",
    ]

    private static let synonyms = [
        "cell": "mobile", "cellular": "mobile", "cellphone": "mobile", "business": "work",
        "office": "work",
        "private": "home", "personal": "home", "primary": "main", "telefax": "fax", "facsimile": "fax",
        "homephone": "home",
        "workphone": "work", "homefax": "home fax", "workfax": "work fax", "otherfax": "other fax",
    ]

    /// The words that other programs add to a place or a device.
    private static let additions: Set = ["phone", "telephone", "number", "email", "mail", "address", "voice"]

    private static func place(_ label: String) -> String? {
        var words: Set<String> = []
        for word in self.words(of: label) where !additions.contains(word) {
            for word in (synonyms[word] ?? word).split(separator: " ").map(String.init) {
                guard placeWords.contains(word), words.insert(word).inserted else { return nil }
            }
        }
        return words.isEmpty ? nil : placeWords.filter(words.contains).joined(separator: " ")
    }

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
