-- The search index in tiers, each of which gives its first candidates without reading the others: names as they are,
-- names by their words, everything by its words, and names as they may be mistyped.
--
-- Everything here follows from the records; Almanac fills it from search_pending when it next opens the store.

DROP TABLE search;
DROP TABLE name_key;
DROP TABLE search_pending;

-- The records whose documents are no longer right. One may be here several times: a key that ignored the others would make
-- a foreign key's action fail, since SQLite aborts there whatever a trigger or a constraint says about conflicts.
CREATE TABLE search_pending (
    kind      TEXT NOT NULL,
    record_id INTEGER NOT NULL
) STRICT;

CREATE INDEX search_pending_by_record ON search_pending (kind, record_id);

CREATE TABLE name_key (  -- every name a record is known by, folded: names, nicknames, aliases
    key       TEXT NOT NULL,
    kind      TEXT NOT NULL,
    record_id INTEGER NOT NULL,
    PRIMARY KEY (key, kind, record_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX name_key_by_record ON name_key (kind, record_id);

-- One document a record and table. Its rowid is the record's id, plus 2^40 for a group, 2^41 for a person, 3 * 2^40 for
-- a note. The words are folded, with spaces between them. Beside them stand, so that they need no words:
--     ☎ and the digits of a phone number, the last first;
--     ∈ and the number of the document of a group or planet that the record belongs to.
CREATE VIRTUAL TABLE search_name USING fts5 (
    words, tokenize = 'ascii', prefix = '1 2 3 4 5 6', detail = 'none', columnsize = 0);
CREATE VIRTUAL TABLE search USING fts5 (
    words, tokenize = 'ascii', prefix = '1 2 3 4 5 6', detail = 'none', columnsize = 0);

-- Which words there are: for beginnings that are longer than those above.
CREATE VIRTUAL TABLE search_name_term USING fts5vocab (search_name, 'instance');
CREATE VIRTUAL TABLE search_term USING fts5vocab (search, 'instance');

-- How many bytes of a change are gathered before they are written.
INSERT INTO search_name (search_name, rank) VALUES ('hashsize', 16777216);
INSERT INTO search (search, rank) VALUES ('hashsize', 16777216);

CREATE TABLE misspelling (  -- the words of names by how they sound, whole and with any one letter left out
    form TEXT NOT NULL,
    word TEXT NOT NULL,
    PRIMARY KEY (form, word)
) STRICT, WITHOUT ROWID;

-- What a group or a planet is called stands in its own documents only.

DROP TRIGGER people_group_renamed;
DROP TRIGGER planet_renamed;

INSERT INTO search_pending SELECT 'planet', id FROM planet;
INSERT INTO search_pending SELECT 'group', id FROM people_group;
INSERT INTO search_pending SELECT 'person', id FROM person;
INSERT INTO search_pending SELECT 'note', id FROM note;
