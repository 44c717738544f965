/// How the types of a property make a label: `TYPE=WORK,FAX` of a phone is `work fax`.
enum LabelKind {
    case phone, email, address, url, messenger, relation, other

    func label(of line: ContentLine) -> String {
        var found: [String] = []
        for parameter in line.parameters where parameter.name == "TYPE" {
            for type in parameter.value.split(separator: ",") where found.count < 16 {
                found.append(type.trimmed.lowercased())
            }
        }
        return found.isEmpty ? "" : label(of: found)
    }

    /// Place first, then what is there: two cards that say the same get the same label.
    func label(of types: [String]) -> String {
        let types = types.filter { !noise.contains($0) }
        var words: [String] = []
        for place in ["home", "work"] where types.contains(place) { words.append(place) }
        for (type, word) in devices where types.contains(type) && !words.contains(word) { words.append(word) }
        if words.isEmpty { words = types.filter { $0 != "video" }.prefix(1).map { $0 } }
        if words.isEmpty, types.contains("video") { words = ["video"] }
        return words.joined(separator: " ")
    }

    /// The types that make a label; nil if it needs `X-ABLabel`.
    func types(of label: String) -> [String]? {
        if label.isEmpty { return [] }
        var types: [String] = []
        for word in label.split(separator: " ", omittingEmptySubsequences: false) {
            if word == "home" || word == "work" || (self == .relation && Self.relations.contains(String(word))) {
                types.append(String(word))
            } else if let device = devices.first(where: { $0.word == word }) {
                types.append(device.type)
            } else if self == .phone, word == "video" {
                types.append("video")
            } else {
                return nil
            }
        }
        return self.label(of: types) == label ? types : nil
    }

    private var noise: Set<String> {
        switch self {
        case .relation: ["pref"]
        default: ["pref", "voice", "msg", "text", "internet", "intl", "dom", "postal", "parcel", "x400", "iphone"]
        }
    }

    private var devices: [(type: String, word: String)] {
        switch self {
        case .phone:
            [
                ("main", "main"), ("cell", "mobile"), ("mobile", "mobile"), ("fax", "fax"), ("pager", "pager"),
                ("car", "car"), ("isdn", "isdn"),
                ("modem", "modem"), ("bbs", "bbs"), ("pcs", "pcs"), ("textphone", "textphone"), ("other", "other"),
            ]
        case .email, .messenger: [("cell", "mobile"), ("mobile", "mobile"), ("other", "other")]
        default: [("other", "other")]
        }
    }

    /// RFC 6350 section 6.6.6.
    static let relations: Set = [
        "contact", "acquaintance", "friend", "met", "co-worker", "colleague", "co-resident", "neighbor", "child",
        "parent",
        "sibling", "spouse", "kin", "muse", "crush", "date", "sweetheart", "me", "agent", "emergency",
    ]
}
