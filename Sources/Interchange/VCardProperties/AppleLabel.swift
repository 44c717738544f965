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
