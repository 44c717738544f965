/// A property without the ways of a version: what it means, ready to be written in any.
struct CardProperty: Hashable {
    enum Value: Hashable {
        case text(String)
        /// Between commas.
        case list([String])
        /// Between semicolons, each a list of its own.
        case components([[String]])
        /// An address of the web and the like, which has no escapes.
        case address(String)
        case bytes([UInt8], mediaType: String)
        /// Escaped already, and nobody knows how.
        case raw(String)
        /// The lines behind the colon as they stand in a card.
        case written([[UInt8]])
    }

    var group = ""
    /// As it is to be written.
    var name: String
    /// Without ENCODING and CHARSET, which are the writer's.
    var parameters: [CardParameter] = []
    var value: Value

    init(_ name: String, _ value: Value, types: [String] = []) {
        self.name = name
        self.value = value
        parameters = types.map { CardParameter("TYPE", $0) }
    }
}
