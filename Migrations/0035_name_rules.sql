-- The rules for the names in display_name and for the order of sort_key, given_key, and organization_key. Without a
-- row, the default rules apply. This table is outside the history, because undo does not change settings.

CREATE TABLE name_rules (
    id            INTEGER PRIMARY KEY CHECK (id = 1),
    name_order    TEXT NOT NULL CHECK (name_order IN ('card', 'given', 'family')),
    sort_language TEXT NOT NULL  -- an ISO 639 code; empty for the order of the basic letters
) STRICT;

-- The next command indexes all persons again, because their names have additional keys.
INSERT INTO search_pending (kind, record_id) SELECT 'person', id FROM person;
