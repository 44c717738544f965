import Model
import Text

/// The rules for converting the types of a property to a label. For example, `TYPE=WORK,FAX` of a phone number becomes
/// `work fax`.
enum LabelKind {
    case phone, email, address, url, messenger, relation, other

    init(_ meaning: PropertyMeaning?) {
        self =
            switch meaning {
            case .phone: .phone
            case .email: .email
            case .address: .address
            case .url: .url
            case .messenger: .messenger
            case .relation: .relation
            default: .other
            }
    }

    func label(of parameters: [CardParameter]) -> String {
        let types = parameters.lazy.filter { $0.name == "TYPE" }.map(\.value)
        guard parameters.contains(where: { $0.name == "TYPE" && $0.value.utf8.contains(.comma) }) else {
            return label(of: types.map(type))
        }
        return label(of: types.flatMap { $0.split(separator: ",").map { type(of: String($0)) } })
    }

    /// Returns a type in lowercase, or an extension such as `X-Ferienhaus` as the label `Ferienhaus`.
    private func type(of value: String) -> String {
        let isExtension = value.utf8.count > 2 && value.utf8.first?.uppercased == UInt8(ascii: "X")
        guard vocabulary != .own, isExtension, value.dropFirst().first == "-" else { return String(lowercasing: value) }
        return vocabulary.standard(String(value.dropFirst(2)))
    }

    /// Returns the label for the types. Places precede devices, regardless of the order of the types.
    func label(of types: some Sequence<String>) -> String {
        var places: UInt32 = 0
        var own: String?
        for type in types {
            if let place = Self.places[type], combines(type) {
                places |= 1 << place
            } else if own == nil || own == "video" && combines("video"), !isSilent(type) {
                own = type
            }
        }
        if places == 0 { return own ?? "" }
        var label = ""
        for (place, word) in Self.words.enumerated() where places & 1 << place != 0 {
            label += label.isEmpty ? word : " " + word
        }
        return label
    }

    /// Returns the types of a label, or `nil` if the label requires `X-ABLabel`.
    func types(of label: String) -> [String]? {
        if label.isEmpty { return [] }
        var types: [String] = []
        for word in label.split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
            let isRelation = self == .relation && Self.relations.contains(word)
            guard isRelation || Self.words.contains(word) || word == "video" else { return nil }
            types.append(word == "mobile" ? "cell" : word)
        }
        return self.label(of: types) == label ? types : nil
    }

    /// Returns whether a place or device can be combined with others in a label.
    private func combines(_ word: String) -> Bool {
        switch self {
        case .phone, .email, .messenger: true
        case .address, .url, .other: ["home", "work", "other"].contains(word)
        case .relation: false
        }
    }

    /// Returns whether a type is not part of a label.
    func isSilent(_ type: String) -> Bool {
        type.isEmpty || type == "pref" || self != .relation && Self.silent.contains(type)
    }

    /// The standard labels of the properties.
    var vocabulary: LabelVocabulary {
        switch self {
        case .phone, .email, .address, .url: .places
        case .relation: .relations
        case .messenger, .other: .own
        }
    }

    private static let words = LabelVocabulary.placeWords

    /// The positions of the types in a label.
    private static let places: [String: Int] = {
        let places = Dictionary(uniqueKeysWithValues: zip(words, words.indices))
        return places.merging(["cell": places["mobile"] ?? 0]) { $1 }
    }()

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
