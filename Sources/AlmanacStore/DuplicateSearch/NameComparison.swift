import Model
import Text

/// A comparison of two persons’ names.
struct NameComparison {
    private(set) var observations: [DuplicateObservation] = []
    private(set) var names: DuplicateReasons.Names

    /// Creates the comparison of two names. The given and family names of one person may be swapped.
    init(_ left: NameWords, _ right: NameWords) {
        if left.isEmpty || right.isEmpty {
            names = .missing
            return
        }
        if !left.isComparable(with: right) {
            names = .otherScript
            return
        }
        let all = (left.given + left.familyWords, right.given + right.familyWords)
        if [all.1, right.familyWords + right.given].contains(where: { $0.joined() == all.0.joined() }) {
            (names, observations) = (.same, [.sameGivenName, .sameFamilyName])
            return
        }
        let asTheyAre = Self.observations(left.given, left.familyWords, left.nickname, right)
        observations = asTheyAre
        if !left.given.isEmpty, !left.familyWords.isEmpty, !right.given.isEmpty, !right.familyWords.isEmpty {
            let isOneName = right.given.count == 1 || left.familyWords.count > 1
            let swapped =
                isOneName
                ? Self.observations(left.familyWords, left.given, left.nickname, right)
                : Self.observations(
                    left.familyWords + left.given.dropFirst(), [left.given[0]], left.nickname, right)
            if Self.sum(swapped + [.swappedNames]) > Self.sum(asTheyAre) { observations = swapped + [.swappedNames] }
        }
        names = .similar
        let isPartial =
            left.given.isEmpty != right.given.isEmpty || left.familyWords.isEmpty != right.familyWords.isEmpty
        if isPartial {
            names = .partial
        } else if observations.allSatisfy(Self.isOfSameName) {
            names = .same
        }
    }

    private static func sum(_ observations: [DuplicateObservation]) -> Int {
        observations.reduce(into: DuplicateWeights(0, 0, 0)) { $0 += $1.weights }.strangers
    }

    private static func isOfSameName(_ observation: DuplicateObservation) -> Bool {
        switch observation {
        case .sameGivenName, .variantOfGivenName, .sameFamilyName, .variantOfFamilyName, .sameMiddleName, .swappedNames:
            true
        default: false
        }
    }

    private static func observations(
        _ given: [String], _ family: [String], _ nickname: [String], _ other: NameWords
    ) -> [DuplicateObservation] {
        var found: [DuplicateObservation] = []
        if let first = given.first, let second = other.given.first {
            found.append(self.given(given, other.given))
            let nicknames = [(nickname, second), (other.nickname, first)]
            if found == [.otherGivenName] || found == [.similarGivenName],
                nicknames.contains(where: { $0.count == 1 && $0[0] == $1 })
            {
                found = [.variantOfGivenName]
            }
            if let middle = middle(given.dropFirst(), other.given.dropFirst()) { found.append(middle) }
        }
        if !family.isEmpty, !other.familyWords.isEmpty { found.append(self.family(family, other.familyWords)) }
        return found
    }

    // MARK: - Parts

    private static func given(_ left: [String], _ right: [String]) -> DuplicateObservation {
        if left.joined() == right.joined() { return .sameGivenName }
        switch WordSimilarity(left[0], right[0]) {
        case .equal: return .sameGivenName
        case .variant: return .variantOfGivenName
        case .misspelled: return .misspelledGivenName
        case .initial: return .initialOfGivenName
        case .similar: return .similarGivenName
        case .other:
            // Anna Maria may be called Maria.
            let isOneOf = left.dropFirst().contains(right[0]) || right.dropFirst().contains(left[0])
            return isOneOf && left[0].count > 2 && right[0].count > 2 ? .initialOfGivenName : .otherGivenName
        }
    }

    private static func middle(_ left: ArraySlice<String>, _ right: ArraySlice<String>) -> DuplicateObservation? {
        switch zip(left, right).map({ WordSimilarity($0, $1) }).max() {
        case .equal, .variant: .sameMiddleName
        case .misspelled, .initial: .initialOfMiddleName
        case .similar, .other: .otherMiddleName
        case nil: nil
        }
    }

    private static func family(_ left: [String], _ right: [String]) -> DuplicateObservation {
        let (one, other) = (left.joined(), right.joined())
        switch WordSimilarity(one, other) {
        case .equal: return .sameFamilyName
        case .variant: return .variantOfFamilyName
        case .misspelled: return .misspelledFamilyName
        case .initial: return .initialOfFamilyName
        case .similar where min(one.count, other.count) > 2: return .misspelledFamilyName
        case .similar, .other:
            let (short, long) = left.count < right.count ? (left, right) : (right, left)
            let isPart = long.count > short.count && short.allSatisfy(long.contains) && short.joined().count > 2
            return isPart ? .partOfFamilyName : .otherFamilyName
        }
    }
}

/// The similarity of two normalized words.
private enum WordSimilarity: Comparable {
    case equal
    /// Spellings of the same name, or a nickname and the full name.
    case variant
    /// Words that differ by a likely typo.
    case misspelled
    /// A word and an initial that may stand for it.
    case initial
    /// Words that differ by a letter or two, but may both be right, such as Anna and Anne, or Jan and Jana.
    case similar
    case other

    init(_ left: String, _ right: String) {
        if left == right {
            self = .equal
        } else if left.isInitial(of: right) || right.isInitial(of: left) {
            self = .initial
        } else if Nicknames.areOfOneName(left, right) {
            self = .variant
        } else if !FuzzyWordMatcher.mayMatch(left, right) {
            self = .other
        } else {
            let sounds = (PhoneticKey.key(for: left), PhoneticKey.key(for: right))
            if PhoneticKey.soundAlike(left, right) {
                self = .variant
            } else if min(left.count, right.count) > 2,
                [(left, right), sounds].contains(where: { FuzzyWordMatcher.distance(from: $0, to: $1) != nil })
            {
                self = Self.isTypingError(Array(left), Array(right)) ? .misspelled : .similar
            } else {
                self = .other
            }
        }
    }

    /// Returns whether two words have the same first and last letters and differ only by two swapped letters or, if
    /// they are long, by a missing or wrong letter. Short words that differ by a letter are often different names, such
    /// as Lara and Laura.
    private static func isTypingError(_ left: [Character], _ right: [Character]) -> Bool {
        let start = zip(left, right).prefix { $0 == $1 }.count
        let (one, other) = (left.dropFirst(start), right.dropFirst(start))
        let end = zip(one.reversed(), other.reversed()).prefix { $0 == $1 }.count
        guard start > 0, end > 0 else { return false }
        switch (Array(one.dropLast(end)), Array(other.dropLast(end))) {
        case (let rest, []) where rest.count == 1, ([], let rest) where rest.count == 1:
            return min(left.count, right.count) > 4
        case (let rest, let others) where rest.count == 1 && others.count == 1: return left.count > 6
        case (let rest, let others): return rest.count == 2 && rest == others.reversed()
        }
    }
}

extension String {
    /// Returns whether the text, such as `j.` or `chr.`, is an initial of the word or, for a nickname, of the full
    /// name. A single letter needs no period, but 明 is not an initial of 明子.
    fileprivate func isInitial(of word: String) -> Bool {
        let letters = withoutPoint
        let isLetter = letters.unicodeScalars.count == 1 && letters.unicodeScalars.allSatisfy { $0.value < 0x590 }
        guard !letters.isEmpty, last == "." || isLetter else { return false }
        return word.hasPrefix(letters) || Nicknames.fullName(of: word).hasPrefix(letters)
    }
}
