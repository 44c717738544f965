import Text

/// The rules for converting the types of a property to a label. For example, `TYPE=WORK,FAX` of a phone number becomes
/// `work fax`.
enum LabelKind {
    case phone, email, address, url, messenger, relation, other

    /// The role of a type in a label: ignored, a place, a device, or a separate label.
    private enum Word {
        case silent
        case place(Int)
        case device(Int)
        case own
    }

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
        var chosen = ChosenWords()
        for parameter in parameters where parameter.name == "TYPE" {
            let type = String(lowercasing: parameter.value)
            if type.utf8.contains(.comma) {
                for part in type.split(separator: ",") { chosen.add(String(part), word(String(part))) }
            } else {
                chosen.add(type, word(type))
            }
        }
        return chosen.label
    }

    /// Returns the label of the types. The place comes before the device, so that equivalent cards have equal labels.
    func label(of types: [String]) -> String {
        var chosen = ChosenWords()
        for type in types { chosen.add(type, word(type)) }
        return chosen.label
    }

    private struct ChosenWords {
        private var places: UInt32 = 0
        private var devices: UInt32 = 0
        private var own: String?

        mutating func add(_ type: String, _ word: Word) {
            switch word {
            case .silent: break
            case .place(let number): places |= 1 << UInt32(number)
            case .device(let number): devices |= 1 << UInt32(number)
            case .own: own = own ?? type
            }
        }

        var label: String {
            if places | devices == 0 { return own ?? "" }
            let video: UInt32 = 1 << UInt32(LabelKind.deviceWords.count - 1)
            if places == 0, devices == video { return own ?? "video" }
            var label = ""
            for (words, chosen) in [(LabelKind.placeWords, places), (LabelKind.deviceWords, devices & ~video)]
            where chosen != 0 {
                for (number, word) in words.enumerated() where chosen & 1 << UInt32(number) != 0 {
                    label += label.isEmpty ? word : " " + word
                }
            }
            return label
        }
    }

    /// Returns the types of a label, or `nil` if the label requires `X-ABLabel`.
    func types(of label: String) -> [String]? {
        if label.isEmpty { return [] }
        var types: [String] = []
        for word in label.split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
            let isRelation = self == .relation && Self.relations.contains(word)
            guard isRelation || Self.placeWords.contains(word) || Self.deviceWords.contains(word) else { return nil }
            types.append(word == "mobile" ? "cell" : word)
        }
        return self.label(of: types) == label ? types : nil
    }

    private func word(_ type: String) -> Word {
        guard let word = Self.words[type] else { return .own }
        switch (self, word) {
        case (.relation, .silent): return type == "pref" ? .silent : .own
        case (.relation, _): return .own
        case (.phone, _), (.email, .device), (.messenger, .device): return word
        case (_, .device): return type == "other" ? word : .own
        default: return word
        }
    }

    private static let placeWords = ["home", "work"]
    /// The types that name devices. The last one is never combined with another type.
    private static let deviceWords = [
        "main", "mobile", "fax", "pager", "car", "isdn", "modem", "bbs", "pcs", "textphone", "other", "video",
    ]

    private static let words: [String: Word] = {
        var words: [String: Word] = [:]
        for word in ["pref", "voice", "msg", "text", "internet", "intl", "dom", "postal", "parcel", "x400", "iphone"] {
            words[word] = .silent
        }
        for (number, word) in placeWords.enumerated() { words[word] = .place(number) }
        for (number, word) in deviceWords.enumerated() { words[word] = .device(number) }
        words["cell"] = words["mobile"]
        words[""] = .silent
        return words
    }()

    /// The relation types of RFC 6350 section 6.6.6.
    static let relations: Set = [
        "contact", "acquaintance", "friend", "met", "co-worker", "colleague", "co-resident", "neighbor", "child",
        "parent",
        "sibling", "spouse", "kin", "muse", "crush", "date", "sweetheart", "me", "agent", "emergency",
    ]
}
