-- Where the values of a planet come from, such as a paper, under the field that has the value.

CREATE TABLE planet_citation (
    planet_id INTEGER NOT NULL REFERENCES planet ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (planet_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE planet_citation_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    planet_id INTEGER,
    position  INTEGER,
    label     TEXT,
    value     TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER planet_citation_insert_recorded AFTER INSERT ON planet_citation BEGIN
    INSERT INTO recording VALUES ('planet_citation', 'insert', 'planet', new.planet_id);
    INSERT INTO planet_citation_past VALUES (
        (SELECT max(id) FROM change), 1, new.planet_id, new.position, new.label, new.value);
END;

CREATE TRIGGER planet_citation_delete_recorded AFTER DELETE ON planet_citation BEGIN
    INSERT INTO recording VALUES ('planet_citation', 'delete', 'planet', old.planet_id);
    INSERT INTO planet_citation_past VALUES (
        (SELECT max(id) FROM change), 0, old.planet_id, old.position, old.label, old.value);
END;

CREATE TRIGGER planet_citation_update_recorded AFTER UPDATE OF
    label, value
ON planet_citation WHEN
    new.planet_id IS old.planet_id AND new.position IS old.position
    AND (
        new.label IS NOT old.label OR new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES ('planet_citation', 'update', 'planet', new.planet_id);
    INSERT INTO planet_citation_past VALUES (
        (SELECT max(id) FROM change), 0, old.planet_id, old.position, old.label, old.value);
    INSERT INTO planet_citation_past VALUES (
        (SELECT max(id) FROM change), 1, new.planet_id, new.position, new.label, new.value);
END;

CREATE TRIGGER planet_citation_move_recorded AFTER UPDATE OF
    planet_id, position
ON planet_citation WHEN
    new.planet_id IS NOT old.planet_id OR new.position IS NOT old.position
BEGIN
    INSERT INTO recording VALUES ('planet_citation', 'delete', 'planet', old.planet_id);
    INSERT INTO planet_citation_past VALUES (
        (SELECT max(id) FROM change), 0, old.planet_id, old.position, old.label, old.value);
    INSERT INTO recording VALUES ('planet_citation', 'insert', 'planet', new.planet_id);
    INSERT INTO planet_citation_past VALUES (
        (SELECT max(id) FROM change), 1, new.planet_id, new.position, new.label, new.value);
END;

CREATE TRIGGER planet_citation_past_update_refused BEFORE UPDATE ON planet_citation_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER planet_citation_past_delete_refused BEFORE DELETE ON planet_citation_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;
