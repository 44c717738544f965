import Model
import Text

/// The rules for converting the types of a property to a label. For example, `TYPE=WORK,FAX` of a phone number becomes
/// `work fax`.
enum LabelKind {
    case phone, email, address, url, position, messenger, relation, other

    init(_ meaning: PropertyMeaning?) {
        self =
            switch meaning {
            case .phone: .phone
            case .email: .email
            case .address: .address
            case .url: .url
            case .position: .position
            case .messenger: .messenger
            case .relation: .relation
            default: .other
            }
    }

    /// Returns the label for the types in parameters.
    ///
    /// - Parameter isFormer: Whether to read the types as earlier versions did: without synonyms, and with combined
    ///   devices only in properties that can have a device.
    func label(of parameters: [CardParameter], asFormerly isFormer: Bool = false) -> String {
        let types = parameters.lazy.filter { $0.name == "TYPE" }.map(\.value)
        guard parameters.contains(where: { $0.name == "TYPE" && $0.value.utf8.contains(.comma) }) else {
            return label(of: types, asFormerly: isFormer)
        }
        return label(of: types.flatMap { $0.split(separator: ",").map(String.init) }, asFormerly: isFormer)
    }

    /// Returns the label for the types. Places precede devices, regardless of the order of the types. An extension such
    /// as `X-Ferienhaus` becomes the label `Ferienhaus`.
    func label(of types: some Sequence<String>, asFormerly isFormer: Bool = false) -> String {
        var places: PlaceWords = []
        var own: String?
        for type in types {
            let word = String(lowercasing: type)
            if isSilent(word) { continue }
            let isExtension = vocabulary != .own && word.utf8.count > 2 && word.hasPrefix("x-")
            let label = isExtension ? String(type.withoutBlanks.dropFirst(2)) : word
            if let words = self.places(in: isExtension ? label : type, asFormerly: isFormer) {
                places.formUnion(words)
            } else if own == nil || own == "video" && hasDevices {
                own = label
            }
        }
        guard places.isEmpty else { return places.label }
        return own.map { isFormer ? $0 : vocabulary.standard($0) } ?? ""
    }

    /// Returns the types of a label, or `nil` if the label requires `X-ABLabel`.
    func types(of label: String) -> [String]? {
        if label.isEmpty { return [] }
        var types: [String] = []
        for word in label.split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
            let isRelation = self == .relation && Self.relations.contains(word)
            guard isRelation || PlaceWords.names.contains(word) || word == "video" else { return nil }
            types.append(word == "mobile" ? "cell" : word)
        }
        // Other programs, and earlier versions, combine only these types.
        return self.label(of: types, asFormerly: true) == label ? types : nil
    }

    /// Returns the places and devices in a type, or `nil` if the type is a label of its own.
    private func places(in type: String, asFormerly isFormer: Bool) -> PlaceWords? {
        if self == .relation { return nil }
        guard isFormer || self == .other else { return PlaceWords(label: type) }
        let word = String(lowercasing: type)
        let isKnown =
            hasDevices ? PlaceWords.names.contains(word) || word == "cell" : ["home", "work", "other"].contains(word)
        return isKnown ? PlaceWords(label: word) : nil
    }

    /// Whether the property can have a device, such as a mobile phone.
    private var hasDevices: Bool { [.phone, .email, .messenger].contains(self) }

    /// Returns whether a type is not part of a label.
    func isSilent(_ type: String) -> Bool {
        type.isEmpty || type == "pref" || self != .relation && Self.silent.contains(type)
    }

    /// The standard labels of the properties.
    var vocabulary: LabelVocabulary {
        switch self {
        case .phone, .email, .address, .url, .position: .places
        case .relation: .relations
        case .messenger, .other: .own
        }
    }

    /// The types that are not part of a label, except in relations.
    private static let silent: Set = [
        "voice", "msg", "text", "internet", "intl", "dom", "postal", "parcel", "x400", "iphone",
    ]

    /// The relation types of RFC 6350 section 6.6.6.
    static let relations: Set = [
        "contact", "acquaintance", "friend", "met", "co-worker", "colleague", "co-resident", "neighbor", "child",
        "parent", "sibling", "spouse", "kin", "muse", "crush", "date", "sweetheart", "me", "agent", "emergency",
    ]
}

/// The localizable labels of Apple Contacts, such as `_$!<HomePage>!$_`.
enum AppleLabel {
    /// Converts an Apple label to a word, such as `_$!<HomePage>!$_` to `homepage`. Other labels remain unchanged.
    static func word(of text: String) -> String {
        guard text.utf8.first == UInt8(ascii: "_") else { return text }
        if let word = words[text] { return word }
        guard text.hasPrefix("_$!<"), text.hasSuffix(">!$_"), text.utf8.count > 8 else { return text }
        let name = String(text.dropFirst(4).dropLast(4))
        return words[name.lowercased()] ?? name
    }

    /// Returns Apple’s form of a label, or the label itself if there is none.
    static func text(of word: String) -> String {
        names[word].map { "_$!<\($0)>!$_" } ?? word
    }

    private static let names: [String: String] = [
        "home": "Home", "work": "Work", "other": "Other", "mobile": "Mobile", "main": "Main", "pager": "Pager",
        "home fax": "HomeFAX", "work fax": "WorkFAX", "other fax": "OtherFAX", "homepage": "HomePage",
        "anniversary": "Anniversary", "father": "Father", "mother": "Mother", "parent": "Parent", "brother": "Brother",
        "sister": "Sister", "child": "Child", "friend": "Friend", "spouse": "Spouse", "partner": "Partner",
        "assistant": "Assistant", "manager": "Manager", "son": "Son", "daughter": "Daughter",
        "assistant phone": "AssistantPhone", "car": "Car", "radio": "Radio",
    ]

    private static let words: [String: String] = {
        var words: [String: String] = [:]
        for (word, name) in names {
            words[name.lowercased()] = word
            words["_$!<\(name)>!$_"] = word
        }
        return words
    }()
}

/// A parameter of a property, with one value. `TYPE=home,work` is two parameters. A bare `HOME` in vCard 2.1 is a
/// `TYPE`.
struct CardParameter: Hashable {
    /// The name in uppercase.
    var name: String
    /// The value without quotes and with decoded escapes (RFC 6868).
    var value: String

    /// The start of a custom label of Android. The label in quoted-printable and a closing parenthesis follow.
    static let androidLabel = "X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,"

    /// The parameter for text in a property whose values are usually not text.
    static let textValue = CardParameter("VALUE", "text")

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
