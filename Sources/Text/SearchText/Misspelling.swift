import Localization

/// What makes `stefen` find stephen: two words may be meant as one when forms of theirs are equal.
///
/// The forms are how a word sounds, roughly and whatever the language, and that with any one letter left out
/// (the deletion neighbourhood of Mor and Fraenkel, 1982), so that one letter more, less, other or swapped still meets.
public enum Misspelling {
    private static let lengths = 3...32

    /// All forms of a folded word; none of one that is too short to be mistaken for another, or holds a digit.
    public static func forms(of word: String) -> Set<String> {
        let letters = Array(word.unicodeScalars)
        guard lengths.contains(letters.count), !letters.contains(where: { $0.properties.numericType != nil }) else {
            return []
        }
        let sound = sound(of: letters)
        var forms: Set<String> = [String(sound)]
        for index in sound.indices {
            var form = sound
            form.remove(at: index)
            forms.insert(String(form))
        }
        return forms
    }

    /// How far a word is from another, in edits; nil when it is too far to be meant by it.
    ///
    /// Words that sound alike are no further than one edit. Short words may be one edit apart, longer ones two.
    public static func distance(from typed: String, to word: String) -> Int? {
        let letters = (Array(typed.unicodeScalars), Array(word.unicodeScalars))
        let allowed = min(letters.0.count, letters.1.count) > 4 ? 2 : 1
        let written = SpellingSuggestions.edits(from: letters.0, to: letters.1, atMost: allowed)
        let sounds = (sound(of: letters.0), sound(of: letters.1))
        // Two sounds say too little: “zzzzqq” would be shaak.
        let isTelling = min(sounds.0.count, sounds.1.count) > 2
        let spoken =
            isTelling
            ? SpellingSuggestions.edits(from: sounds.0, to: sounds.1, atMost: allowed - 1).map { $0 + 1 } : nil
        return [written, spoken].compactMap(\.self).min()
    }

    /// Whether two folded words sound alike.
    public static func soundAlike(_ left: String, _ right: String) -> Bool {
        sound(of: Array(left.unicodeScalars)) == sound(of: Array(right.unicodeScalars))
    }

    /// How a folded word sounds, roughly and whatever the language: `stefen` as `stephen`, `kristof` as `christoph`.
    public static func sound(of word: String) -> String { String(sound(of: Array(word.unicodeScalars))) }

    private static func sound(of letters: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var sound: [Unicode.Scalar] = []
        for (index, letter) in letters.enumerated() {
            let before = index > 0 ? letters[index - 1] : nil
            let heard: Unicode.Scalar? =
                switch (before, letter) {
                case ("p", "h"): "f"
                case ("q", "u"): nil
                case (.some, "h"): nil
                case (_, "c"), (_, "q"): "k"
                case (_, "y"), (_, "j"): "i"
                case (_, "w"): "v"
                case (_, "z"): "s"
                default: letter
                }
            if heard == "f", before == "p" { sound.removeLast() }
            if let heard, heard != sound.last { sound.append(heard) }
        }
        return sound
    }
}
