import Model
import Text

/// The spellings of the name of a star or one of its bodies, as keys without spaces and punctuation.
///
/// Bayer and Flamsteed designations have several spellings: `α Centauri`, `Alpha Cen`, and `alf Cen` are the same star.
enum StarSpellings {
    /// The maximum number of keys, which bounds the queries for a long name.
    private static let limit = 48

    /// Returns the keys of all spellings of a name. The first key is that of the name itself.
    static func keys(of name: String) -> [String] {
        let own = Folding.catalogKey(name.trimmed)
        let words = Folding.parts(of: Folding.fold(name))
        guard !own.isEmpty, words.count > 1, words.count <= 6 else { return own.isEmpty ? [] : [own] }
        var keys = [""]
        var place = 0
        while place < words.count {
            let (spellings, count) = spellings(at: place, of: words)
            keys = keys.flatMap { key in spellings.map { key + $0 } }
            guard keys.count <= limit else { return [own] }
            place += count
        }
        return ([own] + keys.map(Folding.catalogKey)).unique
    }

    /// Returns the spellings of a word, or of two words that together are the name of a constellation.
    private static func spellings(at place: Int, of words: [String]) -> (spellings: [String], count: Int) {
        let word = words[place]
        guard place > 0 else { return (greek(word), 1) }
        for count in [2, 1] where place + count <= words.count {
            let text = words[place..<place + count].joined(separator: " ")
            if let constellation = Constellation(text) {
                return ([constellation.genitive, constellation.abbreviation].map { Folding.fold($0) }, count)
            }
        }
        return ([word], 1)
    }

    /// Returns the spellings of a Greek letter with an optional number, such as `π2`, `pi02`, and `pi.02`.
    private static func greek(_ word: String) -> [String] {
        let key = Folding.catalogKey(word)
        let name = String(key.prefix { !$0.isNumber })
        guard let letter = letters.first(where: { $0.contains(name) }), let number = number(key.dropFirst(name.count))
        else { return [word] }
        let numbers = number == 0 ? [""] : [String(number), "0\(number)"]
        return letter.flatMap { spelling in numbers.map { spelling + $0 } }
    }

    /// Returns the number of a component, or 0 for an empty text.
    private static func number(_ digits: Substring) -> Int? {
        digits.isEmpty ? 0 : Int(digits).flatMap { (1...9).contains($0) ? $0 : nil }
    }

    /// The Greek letters: the symbol, the name, and the abbreviations of star catalogs.
    private static let letters = [
        ["α", "alpha", "alf", "alp"], ["β", "beta", "bet"], ["γ", "gamma", "gam"], ["δ", "delta", "del"],
        ["ε", "epsilon", "eps"], ["ζ", "zeta", "zet"], ["η", "eta"], ["θ", "theta", "tet", "the"],
        ["ι", "iota", "iot"],
        ["κ", "kappa", "kap"], ["λ", "lambda", "lam"], ["μ", "mu"], ["ν", "nu"], ["ξ", "xi", "ksi"],
        ["ο", "omicron", "omi"], ["π", "pi"], ["ρ", "rho"], ["σ", "sigma", "sig"], ["τ", "tau"],
        ["υ", "upsilon", "ups"], ["φ", "phi"], ["χ", "chi", "khi"], ["ψ", "psi"], ["ω", "omega", "ome"],
    ]
}
