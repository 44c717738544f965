-- What else a person is known by elsewhere: the UIDs of cards that were merged into its own, and of tables that name one.
-- Where the card it came from has no UID, the first of these is the one it is given out under; without any it is the UUID.
CREATE TABLE person_uid (
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;

-- It is found by them as by the UID of its card, through trace.

CREATE TRIGGER person_uid_inserted AFTER INSERT ON person_uid BEGIN
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_uid_updated AFTER UPDATE ON person_uid BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_uid_deleted AFTER DELETE ON person_uid BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
END;

CREATE TABLE person_uid_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    person_id INTEGER,
    position  INTEGER,
    value     TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER person_uid_insert_recorded AFTER INSERT ON person_uid BEGIN
    INSERT INTO recording VALUES ('person_uid', 'insert', 'person', new.person_id);
    INSERT INTO person_uid_past VALUES ((SELECT max(id) FROM change), 1, new.person_id, new.position, new.value);
END;

CREATE TRIGGER person_uid_delete_recorded AFTER DELETE ON person_uid BEGIN
    INSERT INTO recording VALUES ('person_uid', 'delete', 'person', old.person_id);
    INSERT INTO person_uid_past VALUES ((SELECT max(id) FROM change), 0, old.person_id, old.position, old.value);
END;

CREATE TRIGGER person_uid_update_recorded AFTER UPDATE OF
    value
ON person_uid WHEN
    new.person_id IS old.person_id AND new.position IS old.position
    AND (
        new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES ('person_uid', 'update', 'person', new.person_id);
    INSERT INTO person_uid_past VALUES ((SELECT max(id) FROM change), 0, old.person_id, old.position, old.value);
    INSERT INTO person_uid_past VALUES ((SELECT max(id) FROM change), 1, new.person_id, new.position, new.value);
END;

CREATE TRIGGER person_uid_move_recorded AFTER UPDATE OF
    person_id, position
ON person_uid WHEN
    new.person_id IS NOT old.person_id OR new.position IS NOT old.position
BEGIN
    INSERT INTO recording VALUES ('person_uid', 'delete', 'person', old.person_id);
    INSERT INTO person_uid_past VALUES ((SELECT max(id) FROM change), 0, old.person_id, old.position, old.value);
    INSERT INTO recording VALUES ('person_uid', 'insert', 'person', new.person_id);
    INSERT INTO person_uid_past VALUES ((SELECT max(id) FROM change), 1, new.person_id, new.position, new.value);
END;

CREATE TRIGGER person_uid_past_update_refused BEFORE UPDATE ON person_uid_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_uid_past_delete_refused BEFORE DELETE ON person_uid_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;
