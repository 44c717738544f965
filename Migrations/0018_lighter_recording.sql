-- What is recorded costs less. For every row SQLite set up two tables of its own: for an INSERT that reads what it writes
-- to, whose condition is that of a trigger now, and for the IN of a CHECK.

DROP TRIGGER recording_inserted;

CREATE VIEW latest_step AS SELECT token FROM step ORDER BY id DESC LIMIT 1;

CREATE TRIGGER latest_step_inserted INSTEAD OF INSERT ON latest_step
WHEN new.token IS NOT (SELECT token FROM step ORDER BY id DESC LIMIT 1) BEGIN
    INSERT INTO step (time, command, author_id, author, token, role, of_step)
    SELECT ifnull(time, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), command, author_id, author, ifnull(token, 0),
        ifnull(role, 'edit'), of_step
    FROM (SELECT 1) LEFT JOIN present_step;
END;

CREATE TRIGGER recording_inserted INSTEAD OF INSERT ON recording BEGIN
    INSERT INTO latest_step (token) VALUES (ifnull((SELECT token FROM present_step), 0));

    INSERT INTO change (step_id, table_name, action, kind, record_id)
    VALUES ((SELECT max(id) FROM step), new.table_name, new.action, new.kind, new.record_id);
END;

-- A table in the place of another, https://sqlite.org/lang_altertable.html#otheralter: triggers go on naming it meanwhile.
PRAGMA legacy_alter_table = ON;

CREATE TABLE lighter_change (
    id         INTEGER PRIMARY KEY,
    step_id    INTEGER NOT NULL REFERENCES step,
    table_name TEXT NOT NULL,
    action     TEXT NOT NULL CHECK (action = 'insert' OR action = 'update' OR action = 'delete' OR action = 'purged'),
    kind       TEXT NOT NULL,  -- the record that the row belongs to; for a membership the group
    record_id  INTEGER
) STRICT;

INSERT INTO lighter_change SELECT id, step_id, table_name, action, kind, record_id FROM change;

DROP TABLE change;

ALTER TABLE lighter_change RENAME TO change;

PRAGMA legacy_alter_table = OFF;

CREATE INDEX change_by_step   ON change (step_id, kind, record_id);
CREATE INDEX change_by_record ON change (kind, record_id, step_id);
CREATE INDEX change_deleting  ON change (step_id)
    WHERE action = 'delete' AND table_name IN ('person', 'people_group', 'planet', 'note');
CREATE INDEX change_purged    ON change (step_id) WHERE action = 'purged';

CREATE TRIGGER change_kept BEFORE UPDATE ON change
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER change_never_deleted BEFORE DELETE ON change BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;
