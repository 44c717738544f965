import Model
import SQLite

extension Selection {
    /// Only those of the records that the search index has under a text; its documents are numbered by kind and id.
    func narrowed(to text: String, id: String, of kind: Kind, in connection: Connection) throws -> Selection {
        guard !text.isEmpty else { return self }
        guard let query = SearchQuery(text), let first = DocumentID(Address(kind: kind, number: 0)) else {
            return .nothing(of: source)
        }
        var narrowed = self
        let match = try SearchTable.everything.matching(query, isFinished: false, in: connection)
        if let other = self.match {
            narrowed.match = "(\(other)) AND (\(match))"
            return narrowed
        }
        narrowed.match = match
        narrowed.condition += """
             AND \(id) IN (
                SELECT rowid - \(first.rawValue) FROM search
                WHERE search MATCH ?4 AND rowid BETWEEN \(first.rawValue) AND \(first.rawValue + DocumentID.last))
            """
        return narrowed
    }
}
