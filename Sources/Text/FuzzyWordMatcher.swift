import Localization

/// A fuzzy matcher for words: for example, `stefen` matches `stephen`. Two words match if they share a form.
///
/// The forms are the approximate sound of a word and each variant of the sound with one letter removed (the deletion
/// neighborhood of Mor and Fraenkel, 1982). These forms cover one inserted, deleted, or replaced letter, or two
/// transposed letters.
public enum FuzzyWordMatcher {
    private static let lengths = 3...32

    /// Returns all forms of a folded word. A word that is very short or very long, or contains a digit, has no forms.
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

    /// Returns whether two folded words may be similar or sound alike, judged only by their sets of letters.
    public static func mayMatch(_ one: String, _ other: String) -> Bool {
        // Each edit adds and removes at most one letter, and similar words differ by at most two edits.
        guard let left = letterSet(of: one), let right = letterSet(of: other) else { return true }
        return max((left & ~right).nonzeroBitCount, (right & ~left).nonzeroBitCount) <= 2
    }

    /// Returns the letters of a Latin word as a bit set, or `nil` for any other word and for a word with an x, which
    /// represents two sounds. Letters that sound alike share a bit. Letters that some sounds omit have no bit.
    private static func letterSet(of word: String) -> UInt32? {
        let start: Unicode.Scalar = "a"
        var set: UInt32 = 0
        for letter in word.unicodeScalars {
            switch letter {
            case "e", "f", "h", "p", "u": break
            case start..."w", "y", "z": set |= 1 << (soundLetter(of: letter).value - start.value)
            default: return nil
            }
        }
        return set
    }

    /// Returns the edit distance between two words, or `nil` if they are too different.
    ///
    /// Words that sound alike and have at least three sounds have a distance of at most 1. Short words may differ by
    /// one edit, longer words by two.
    public static func distance(from typed: String, to word: String) -> Int? {
        let letters = (Array(typed.unicodeScalars), Array(word.unicodeScalars))
        let allowed = min(letters.0.count, letters.1.count) > 4 ? 2 : 1
        let written = SpellingSuggestions.edits(from: letters.0, to: letters.1, atMost: allowed)
        let sounds = (sound(of: letters.0), sound(of: letters.1))
        // Two sounds do not identify a word: “zzzzqq” would match “shaak”.
        let isIdentifying = min(sounds.0.count, sounds.1.count) > 2
        let spoken =
            isIdentifying
            ? SpellingSuggestions.edits(from: sounds.0, to: sounds.1, atMost: allowed - 1).map { $0 + 1 } : nil
        return [written, spoken].compactMap(\.self).min()
    }

    /// Returns the approximate sound of a folded word in any language: `stefen` for `stephen`, `kristof` for
    /// `christoph`.
    static func sound(of letters: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var sound: [Unicode.Scalar] = []
        for (index, letter) in letters.enumerated() {
            let before = index > 0 ? letters[index - 1] : nil
            let heard: Unicode.Scalar? =
                switch (before, letter) {
                case ("p", "h"): "f"
                case ("q", "u"): nil
                case (.some, "h"): nil
                default: soundLetter(of: letter)
                }
            if heard == "f", before == "p" { sound.removeLast() }
            if let heard, heard != sound.last { sound.append(heard) }
        }
        return sound
    }

    /// Returns the letter that represents the sound of a letter.
    private static func soundLetter(of letter: Unicode.Scalar) -> Unicode.Scalar {
        switch letter {
        case "c", "q": "k"
        case "y", "j": "i"
        case "w": "v"
        case "z": "s"
        default: letter
        }
    }
}
