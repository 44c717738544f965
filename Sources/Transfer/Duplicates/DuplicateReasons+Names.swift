import AlmanacStore
import Model
import Text

extension DuplicateReasons.Names {
    /// Creates the similarity of two names, or returns `nil` if they differ.
    ///
    /// Equal names have the same words in any order, and nicknames equal full names. Similar names differ by a
    /// misspelled word, or by a word abbreviated to its initial. A partial name is only the given name of the other
    /// person.
    init?(_ left: NameWords, _ right: NameWords) {
        if left.isEmpty || right.isEmpty {
            self = .missing
        } else if left.family.isEmpty != right.family.isEmpty {
            guard let partial = Self.partial(left, right) else { return nil }
            self = partial
        } else {
            let asTheyAre = Self.given(left.given, right.given).and(WordSimilarity(left.family, right.family))
            switch asTheyAre == .equal ? .equal : min(asTheyAre, Self.swapped(left, right)) {
            case .equal: self = .same
            case .near: self = .similar
            case .other: return nil
            }
        }
    }

    /// Compares two names as if the given and family names in one of them were swapped.
    private static func swapped(_ left: NameWords, _ right: NameWords) -> WordSimilarity {
        let whole = WordSimilarity(left.given.joined(), right.family)
            .and(WordSimilarity(left.family, right.given.joined()))
        guard let first = left.given.first, let other = right.given.first else { return whole }
        let names = WordSimilarity(first, right.family).and(WordSimilarity(left.family, other))
        return min(whole, names.and(middle(left.given, right.given)))
    }

    private static func middle(_ left: [String], _ right: [String]) -> WordSimilarity {
        zip(left.dropFirst(), right.dropFirst()).map { WordSimilarity($0, $1) }.max() ?? .equal
    }

    /// Compares a name without a family name with a name in parts.
    private static func partial(_ left: NameWords, _ right: NameWords) -> Self? {
        let (short, long) = left.family.isEmpty ? (left, right) : (right, left)
        if short.given.joined() == long.given.joined() + long.family { return .same }
        if short.given.joined() == long.family + long.given.joined() { return .same }
        return given(short.given, long.given) == .equal ? .partial : nil
    }

    private static func given(_ left: [String], _ right: [String]) -> WordSimilarity {
        guard let first = left.first, let other = right.first else {
            return left.isEmpty && right.isEmpty ? .equal : .other
        }
        if left.joined() == right.joined() { return .equal }
        return WordSimilarity(first, other).and(middle(left, right))
    }
}

/// The similarity of two normalized words.
private enum WordSimilarity: Comparable {
    case equal, near, other

    init(_ left: String, _ right: String) {
        if left == right || Nicknames.fullName(of: left) == Nicknames.fullName(of: right) {
            self = .equal
        } else {
            let isNear =
                left.isInitial(of: right) || right.isInitial(of: left) || FuzzyWordMatcher.soundAlike(left, right)
                || min(left.count, right.count) > 2 && FuzzyWordMatcher.distance(from: left, to: right) != nil
            self = isNear ? .near : .other
        }
    }

    /// Returns the lower of two similarities. The second similarity is evaluated only if necessary.
    func and(_ others: @autoclosure () -> WordSimilarity) -> WordSimilarity {
        self == .other ? .other : max(self, others())
    }
}

extension String {
    /// Returns whether the text is an initial of the word, such as `j.` or `chr.`. A single letter needs no period, but
    /// 明 is not an initial of 明子.
    fileprivate func isInitial(of word: String) -> Bool {
        let letters = withoutPoint
        let isLetter = letters.unicodeScalars.count == 1 && letters.unicodeScalars.allSatisfy { $0.value < 0x590 }
        guard !letters.isEmpty, last == "." || isLetter else { return false }
        return word.hasPrefix(letters) || Nicknames.fullName(of: word).hasPrefix(letters)
    }
}
