import Localization

/// A picture of a tree with one row per node, and with lists next to it. In a family tree, a node is a person with
/// their partners.
public struct Tree: Hashable, Sendable {
    public let title: Message
    public let rows: [Row]
    public let lists: [List]
    /// A machine-readable table with the data of the tree.
    public let table: Table

    public struct Row: Hashable, Sendable {
        /// For each level from the root to the row, whether the row or its ancestor at that level is the last child of
        /// its parent.
        public let ends: [Bool]
        /// The number of the generation, starting at 1.
        public let generation: Int
        public let text: String
        /// Whether the row contains the person whose tree this is.
        public let isSubject: Bool

        public init(_ text: String, generation: Int, ends: [Bool], isSubject: Bool) {
            self.text = text
            self.generation = generation
            self.ends = ends
            self.isSubject = isSubject
        }
    }

    public struct List: Hashable, Sendable {
        public let title: Title
        public let entries: [Message]

        public init(_ title: Title, _ entries: [Message]) {
            self.title = title
            self.entries = entries
        }
    }

    public init(_ title: Message, rows: [Row], lists: [List], table: Table) {
        self.title = title
        self.rows = rows
        self.lists = lists
        self.table = table
    }
}

extension Tree.Row {
    /// The number of the generation as a Roman numeral, as genealogists write it.
    public var numeral: String {
        let numerals = [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
        var (rest, text) = (max(0, generation), "")
        for (value, numeral) in numerals {
            while rest >= value { (rest, text) = (rest - value, text + numeral) }
        }
        return text
    }
}
