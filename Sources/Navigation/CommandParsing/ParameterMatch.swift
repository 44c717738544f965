/// The assignment of the words of a line to the parameters of a command.
public struct ParameterMatch {
    /// The parameter index of each word, or `nil` for a surplus word.
    public private(set) var places: [Int?] = []
    /// The index of the parameter that would receive the next word.
    public private(set) var next = 0

    /// Creates a match by assigning words to parameters.
    ///
    /// - Parameter isComplete: Whether no more words follow. If so, optional parameters leave enough words for the
    ///   required parameters.
    public init(_ words: [String], to parameters: [Parameter], isComplete: Bool) {
        var taken = 0
        for (index, word) in words.enumerated() {
            let left = words.count - index
            while next < parameters.count {
                let rest = parameters[(next + 1)...]
                if Self.accepts(
                    word, at: parameters[next], before: rest, taken: taken, left: isComplete ? left : nil)
                {
                    break
                }
                next += 1
                taken = 0
            }
            guard next < parameters.count else {
                places.append(nil)
                continue
            }
            places.append(next)
            taken += 1
            if !parameters[next].isOpen {
                next += 1
                taken = 0
            }
        }
    }

    /// Returns whether a parameter accepts a word.
    ///
    /// - Parameters:
    ///   - taken: The number of words that the parameter already has.
    ///   - left: The number of words from this word to the end of a complete line, or `nil` for an incomplete line.
    private static func accepts(
        _ word: String, at parameter: Parameter, before rest: ArraySlice<Parameter>, taken: Int, left: Int?
    ) -> Bool {
        if parameter.isKeyword { return parameter.isKeyword(word) }
        if parameter.isRequired, taken == 0 { return true }
        if let left, left <= rest.count(where: \.isRequired) { return false }
        // In a complete line, the number of remaining words shows which of several equal words is a required keyword.
        guard let keyword = rest.first, left == nil || !keyword.isRequired else { return true }
        return !keyword.isKeyword(word)
    }
}
