import SQLite

extension SearchIndex {
    /// Forgets everything and takes all records in again, inside a transaction that the caller has begun.
    static func rebuild(_ connection: Connection) throws {
        try connection.execute(
            """
            DELETE FROM search;
            DELETE FROM search_name;
            DELETE FROM name_key;
            DELETE FROM misspelling;
            -- Also what stood in the index but in no document.
            INSERT INTO search (search) VALUES ('rebuild');
            INSERT INTO search_name (search_name) VALUES ('rebuild');
            INSERT INTO search_pending SELECT 'planet', id FROM planet;
            INSERT INTO search_pending SELECT 'group', id FROM people_group;
            INSERT INTO search_pending SELECT 'person', id FROM person;
            INSERT INTO search_pending SELECT 'note', id FROM note;
            """)
        try update(connection)
    }
}
