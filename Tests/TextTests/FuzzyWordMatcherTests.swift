import TestSupport
import Testing
import Text

@Suite struct FuzzyWordMatcherTests {
    @Test(arguments: [
        ("stefen", "stephen"), ("jonson", "johnson"), ("skywaker", "skywalker"), ("luek", "luke"), ("leja", "leia"),
        ("jabbba", "jabba"), ("markez", "marquez"), ("достаевский", "достоевский"), ("tatooien", "tatooine"),
    ])
    func `A misspelled word matches the correct word`(
        typed: String, word: String
    ) {
        #expect(!FuzzyWordMatcher.forms(of: typed).isDisjoint(with: FuzzyWordMatcher.forms(of: word)))
        #expect(FuzzyWordMatcher.distance(from: typed, to: word) != nil)
    }

    @Test(arguments: [("leia", "luke"), ("hans", "anna"), ("skywalker", "chewbacca"), ("ann", "ben")])
    func `Unrelated words do not match`(typed: String, word: String) {
        #expect(FuzzyWordMatcher.distance(from: typed, to: word) == nil)
    }

    @Test
    func `A long word with one edit matches the original word`() {
        var generator = SeededGenerator(seed: 5)
        let letters = Array("abdefgilmnorstuvx".unicodeScalars)
        for _ in 0..<500 {
            let shuffled = letters.shuffled(using: &generator)
            let word = Array(shuffled.prefix(7))
            var typed = word
            let place = Int.random(in: 0..<6, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: typed.remove(at: place)
            case 1: typed.insert(shuffled[8], at: place)
            case 2: typed[place] = shuffled[9]
            default: typed.swapAt(place, place + 1)
            }
            let (right, wrong) = (word.map(String.init).joined(), typed.map(String.init).joined())
            #expect(
                !FuzzyWordMatcher.forms(of: right).isDisjoint(with: FuzzyWordMatcher.forms(of: wrong)),
                "\(right) \(wrong)")
            #expect(FuzzyWordMatcher.distance(from: wrong, to: right) != nil, "\(right) \(wrong)")
        }
    }

    @Test func `Words with too many different letters are not similar and do not sound alike`() {
        var generator = SeededGenerator(seed: 7)
        let letters = Array("abceefhiklpqstuvwxyz")
        func letter() -> Character { letters[Int.random(in: 0..<letters.count, using: &generator)] }
        var excluded = 0
        for _ in 0..<3000 {
            let word = (0..<Int.random(in: 3...8, using: &generator)).map { _ in letter() }
            var other = word
            for _ in 0..<Int.random(in: 2...12, using: &generator) {
                let place = Int.random(in: 0..<other.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0 where other.count > 1: other.remove(at: place)
                case 1: other.insert(letter(), at: place)
                default: other[place] = letter()
                }
            }
            let (left, right) = (String(word), String(other))
            if FuzzyWordMatcher.mayMatch(left, right) { continue }
            excluded += 1
            let sounds = (PhoneticKey.key(for: left), PhoneticKey.key(for: right))
            #expect(FuzzyWordMatcher.distance(from: left, to: right) == nil, "\(left) \(right)")
            #expect(FuzzyWordMatcher.distance(from: sounds.0, to: sounds.1) == nil, "\(left) \(right)")
            #expect(!PhoneticKey.soundAlike(left, right), "\(left) \(right)")
        }
        #expect(excluded > 300)
    }

    @Test(arguments: ["", "ab", "3po", "kepler16"])
    func `Search forms are omitted for short words and words with digits`(word: String) {
        #expect(FuzzyWordMatcher.forms(of: word).isEmpty)
    }
}
