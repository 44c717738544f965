import AlmanacStore
import Text

/// How far two names may be the same person's.
enum NameLikeness: Hashable {
    /// The same words in any order, whole or as they are said for short.
    case same
    /// A word is misspelt, or only its first letter is there.
    case similar
    /// One says only what the other is called by.
    case partial
    /// One has no name.
    case unknown
    case different

    init(_ left: NameWords, _ right: NameWords) {
        if left.isEmpty || right.isEmpty {
            self = .unknown
        } else if left.family.isEmpty != right.family.isEmpty {
            self = Self.partial(left, right)
        } else {
            let asTheyAre = Self.given(left.given, right.given).and(WordLikeness(left.family, right.family))
            switch asTheyAre == .equal ? .equal : min(asTheyAre, Self.swapped(left, right)) {
            case .equal: self = .same
            case .near: self = .similar
            case .other: self = .different
            }
        }
    }

    /// The family name stands where the given name should.
    private static func swapped(_ left: NameWords, _ right: NameWords) -> WordLikeness {
        let whole = WordLikeness(left.given.joined(), right.family)
            .and(WordLikeness(left.family, right.given.joined()))
        guard let first = left.given.first, let other = right.given.first else { return whole }
        let names = WordLikeness(first, right.family).and(WordLikeness(left.family, other))
        return min(whole, names.and(middle(left.given, right.given)))
    }

    /// Middle names are often left out, but those that are there must be the same.
    private static func middle(_ left: [String], _ right: [String]) -> WordLikeness {
        zip(left.dropFirst(), right.dropFirst()).map { WordLikeness($0, $1) }.max() ?? .equal
    }

    /// A whole name may stand in one field.
    private static func partial(_ left: NameWords, _ right: NameWords) -> NameLikeness {
        let (short, long) = left.family.isEmpty ? (left, right) : (right, left)
        if short.given.joined() == long.given.joined() + long.family { return .same }
        if short.given.joined() == long.family + long.given.joined() { return .same }
        return given(short.given, long.given) == .equal ? .partial : .different
    }

    private static func given(_ left: [String], _ right: [String]) -> WordLikeness {
        guard let first = left.first, let other = right.first else {
            return left.isEmpty && right.isEmpty ? .equal : .other
        }
        if left.joined() == right.joined() { return .equal }
        return WordLikeness(first, other).and(middle(left, right))
    }
}

/// How far two folded words of names may be the same.
private enum WordLikeness: Int, Comparable {
    case equal, near, other

    init(_ left: String, _ right: String) {
        if left == right || Nicknames.fullName(of: left) == Nicknames.fullName(of: right) {
            self = .equal
        } else if left.isInitial(of: right) || right.isInitial(of: left) {
            self = .near
        } else if Misspelling.soundAlike(left, right) {
            self = .near
        } else if min(left.count, right.count) > 2, Misspelling.distance(from: left, to: right) != nil {
            self = .near
        } else {
            self = .other
        }
    }

    /// Of two words and two others; the others are not looked at once these are of two persons.
    func and(_ others: @autoclosure () -> WordLikeness) -> WordLikeness {
        self == .other ? .other : max(self, others())
    }

    static func < (left: WordLikeness, right: WordLikeness) -> Bool { left.rawValue < right.rawValue }
}

extension String {
    /// `j.` or `chr.`; a single letter without a point only where it is one of an alphabet: 明 is no initial of 明子.
    fileprivate func isInitial(of word: String) -> Bool {
        let letters = withoutPoint
        let isLetter = letters.unicodeScalars.count == 1 && letters.unicodeScalars.allSatisfy { $0.value < 0x590 }
        guard !letters.isEmpty, last == "." || isLetter else { return false }
        return word.hasPrefix(letters) || Nicknames.fullName(of: word).hasPrefix(letters)
    }
}
