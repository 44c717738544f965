-- What persons are recognised by, and where those who were merged into others have gone.

-- What may tell that two persons are one: e-mail addresses, the ends of phone numbers, name and organization, name and
-- birthday, the UID and the whole of the card they came from. It follows from the records; Almanac fills it from
-- search_pending when it next opens the store.
CREATE TABLE trace (
    key       TEXT NOT NULL,
    person_id INTEGER NOT NULL,
    PRIMARY KEY (key, person_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX trace_by_person ON trace (person_id);

-- A person who was merged into another leads to that one.
CREATE TABLE person_merge (
    person_id INTEGER PRIMARY KEY,
    heir_id   INTEGER NOT NULL REFERENCES person ON DELETE CASCADE
) STRICT;

CREATE INDEX person_merge_by_heir ON person_merge (heir_id);

CREATE TABLE person_merge_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    person_id INTEGER,
    heir_id   INTEGER,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER person_merge_insert_recorded AFTER INSERT ON person_merge BEGIN
    INSERT INTO recording VALUES ('person_merge', 'insert', 'person', new.person_id);
    INSERT INTO person_merge_past VALUES ((SELECT max(id) FROM change), 1, new.person_id, new.heir_id);
END;

CREATE TRIGGER person_merge_delete_recorded AFTER DELETE ON person_merge BEGIN
    INSERT INTO recording VALUES ('person_merge', 'delete', 'person', old.person_id);
    INSERT INTO person_merge_past VALUES ((SELECT max(id) FROM change), 0, old.person_id, old.heir_id);
END;

CREATE TRIGGER person_merge_update_recorded AFTER UPDATE OF
    heir_id
ON person_merge WHEN
    new.person_id IS old.person_id
    AND (
        new.heir_id IS NOT old.heir_id)
BEGIN
    INSERT INTO recording VALUES ('person_merge', 'update', 'person', new.person_id);
    INSERT INTO person_merge_past VALUES ((SELECT max(id) FROM change), 0, old.person_id, old.heir_id);
    INSERT INTO person_merge_past VALUES ((SELECT max(id) FROM change), 1, new.person_id, new.heir_id);
END;

CREATE TRIGGER person_merge_move_recorded AFTER UPDATE OF
    person_id
ON person_merge WHEN
    new.person_id IS NOT old.person_id
BEGIN
    INSERT INTO recording VALUES ('person_merge', 'delete', 'person', old.person_id);
    INSERT INTO person_merge_past VALUES ((SELECT max(id) FROM change), 0, old.person_id, old.heir_id);
    INSERT INTO recording VALUES ('person_merge', 'insert', 'person', new.person_id);
    INSERT INTO person_merge_past VALUES ((SELECT max(id) FROM change), 1, new.person_id, new.heir_id);
END;

CREATE TRIGGER person_merge_past_update_refused BEFORE UPDATE ON person_merge_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_merge_past_delete_refused BEFORE DELETE ON person_merge_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

INSERT INTO search_pending SELECT 'person', id FROM person;
