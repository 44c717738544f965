import SQLite

extension SearchIndex {
    /// Clears the index and indexes all records, inside a transaction that the caller has begun.
    func rebuild() throws {
        try connection.execute(
            """
            DELETE FROM search;
            DELETE FROM search_name;
            DELETE FROM name_key;
            DELETE FROM trace;
            DELETE FROM misspelling;
            DELETE FROM search_pending;
            -- Also what stood in the index but in no document.
            INSERT INTO search (search) VALUES ('rebuild');
            INSERT INTO search_name (search_name) VALUES ('rebuild');
            -- How many bytes of a change are gathered before they are written.
            INSERT INTO search (search, rank) VALUES ('hashsize', 16777216);
            INSERT INTO search_name (search_name, rank) VALUES ('hashsize', 16777216);
            INSERT INTO search_pending (kind, record_id) SELECT kind, id FROM record;
            """)
        try update()
    }
}
