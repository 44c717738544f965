-- The search index. It is derived from the records and written by Almanac, which folds case, accents, and spelling
-- variants. Triggers mark the records that have changed, so that the next command also indexes changes by other
-- programs.
--
-- The index has tiers, so that the first matches are found without reading the rest: whole names, words of names, all
-- words, and names with typing errors.

-- The records to be indexed again. The migrator generates the triggers that write here, such as person_insert_recorded.
CREATE TABLE search_pending (
    kind      TEXT NOT NULL,
    record_id INTEGER NOT NULL,
    PRIMARY KEY (kind, record_id) ON CONFLICT IGNORE
) STRICT, WITHOUT ROWID;

-- The conflict clause of an outer statement (UPDATE OR …, DO UPDATE, ON DELETE SET NULL) overrides that of the table.
-- Therefore, a trigger ignores duplicates.
CREATE TRIGGER search_pending_once BEFORE INSERT ON search_pending
WHEN EXISTS (SELECT 1 FROM search_pending WHERE kind = new.kind AND record_id = new.record_id)
BEGIN
    SELECT RAISE(IGNORE);
END;

-- The document of a note contains the name of the person whom the note is about.
CREATE TRIGGER person_renamed AFTER UPDATE OF display_name ON person
WHEN new.display_name <> old.display_name BEGIN
    INSERT INTO search_pending SELECT 'note', id FROM note WHERE person_id = new.id;
END;

CREATE TABLE name_key (  -- every name of a record, folded: names, nicknames, aliases
    key       TEXT NOT NULL,
    kind      TEXT NOT NULL,
    record_id INTEGER NOT NULL,
    PRIMARY KEY (key, kind, record_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX name_key_by_record ON name_key (kind, record_id);

-- One document per record and table. Its rowid is the record's ID, plus 2^40 for a group, 2^41 for a person, 3 * 2^40 for
-- a note. The words are folded and separated by spaces. Two kinds of tokens are not words:
--     ☎ and the digits of a phone number, last digit first;
--     ∈ and the document of a group or planet that the record belongs to.
CREATE VIRTUAL TABLE search_name USING fts5 (
    words, tokenize = 'ascii', prefix = '1 2 3 4 5 6', detail = 'none', columnsize = 0);
CREATE VIRTUAL TABLE search USING fts5 (
    words, tokenize = 'ascii', prefix = '1 2 3 4 5 6', detail = 'none', columnsize = 0);

-- The words of the index, for prefixes longer than 6 letters.
CREATE VIRTUAL TABLE search_name_term USING fts5vocab (search_name, 'instance');
CREATE VIRTUAL TABLE search_term USING fts5vocab (search, 'instance');

-- The number of bytes that are collected in memory before they are written to the index.
INSERT INTO search_name (search_name, rank) VALUES ('hashsize', 16777216);
INSERT INTO search (search, rank) VALUES ('hashsize', 16777216);

CREATE TABLE misspelling (  -- the words of names by their sound, whole and with any one letter left out
    form TEXT NOT NULL,
    word TEXT NOT NULL,
    PRIMARY KEY (form, word)
) STRICT, WITHOUT ROWID;

-- The keys by which duplicates are recognized: email addresses, the ends of phone numbers, name and organization, name and
-- birthday, UIDs, and the whole card.
CREATE TABLE trace (
    key       TEXT NOT NULL,
    person_id INTEGER NOT NULL,
    PRIMARY KEY (key, person_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX trace_by_person ON trace (person_id);
