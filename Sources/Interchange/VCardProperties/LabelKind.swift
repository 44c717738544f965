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

    /// The types that are not part of a label, except of relations.
    private static let silent: Set = [
        "voice", "msg", "text", "internet", "intl", "dom", "postal", "parcel", "x400", "iphone",
    ]

    /// The relation types of RFC 6350 section 6.6.6.
    static let relations: Set = [
        "contact", "acquaintance", "friend", "met", "co-worker", "colleague", "co-resident", "neighbor", "child",
        "parent", "sibling", "spouse", "kin", "muse", "crush", "date", "sweetheart", "me", "agent", "emergency",
    ]
}
