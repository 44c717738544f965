-- The history: triggers record every change to the user's data, by any program. Nothing is overwritten.
--
-- A step consists of the changes made by one command, or of consecutive changes by other programs. A change affects one
-- row of a table. The values of the row before and after the change are in the past table, such as person_past for
-- person.
--
-- The migrator generates the past tables and the triggers that write them from the columns of each table.

CREATE TABLE step (
    id        INTEGER PRIMARY KEY,
    time      TEXT NOT NULL,
    command   TEXT,                        -- NULL for changes by other programs
    author_id INTEGER,                     -- the ID and name of the account at the time; NULL for a guest
    author    TEXT,
    token     INTEGER NOT NULL DEFAULT 0,  -- distinguishes commands; 0 for other programs
    role      TEXT NOT NULL DEFAULT 'edit' CHECK (role IN ('edit', 'undo', 'redo', 'purge')),
    of_step   INTEGER REFERENCES step,     -- the step that was undone or redone
    CHECK ((role IN ('undo', 'redo')) = (of_step IS NOT NULL))
) STRICT;

CREATE INDEX step_by_original ON step (of_step, id) WHERE of_step IS NOT NULL;

CREATE TABLE present_step (  -- the running command, from the beginning of its transaction until just before COMMIT
    one       INTEGER PRIMARY KEY DEFAULT 1 CHECK (one = 1),
    time      TEXT NOT NULL,
    command   TEXT NOT NULL,
    author_id INTEGER,
    author    TEXT,
    token     INTEGER NOT NULL CHECK (token <> 0),
    role      TEXT NOT NULL,
    of_step   INTEGER
) STRICT;

-- The name is quoted because SQLite quoted it when the first databases renamed this table. IN in the CHECK would cost a
-- temporary table per row.
CREATE TABLE "change" (
    id         INTEGER PRIMARY KEY,
    step_id    INTEGER NOT NULL REFERENCES step,
    table_name TEXT NOT NULL,
    action     TEXT NOT NULL CHECK (action = 'insert' OR action = 'update' OR action = 'delete' OR action = 'purged'),
    kind       TEXT NOT NULL,  -- of the record that the row belongs to; the group for a membership
    record_id  INTEGER
) STRICT;

CREATE INDEX change_by_step   ON change (step_id, kind, record_id);
CREATE INDEX change_by_record ON change (kind, record_id, step_id);
CREATE INDEX change_deleting  ON change (step_id)
    WHERE action = 'delete' AND table_name IN ('person', 'people_group', 'planet', 'note');
CREATE INDEX change_purged    ON change (step_id) WHERE action = 'purged';

-- A change belongs to the last step if the same command made that step. Otherwise, the change begins a new step. The
-- condition is in the WHEN clause of a trigger, because an INSERT that reads its own table would cost a temporary table
-- per row.

CREATE VIEW latest_step AS SELECT token FROM step ORDER BY id DESC LIMIT 1;

CREATE TRIGGER latest_step_inserted INSTEAD OF INSERT ON latest_step
WHEN new.token IS NOT (SELECT token FROM step ORDER BY id DESC LIMIT 1) BEGIN
    INSERT INTO step (time, command, author_id, author, token, role, of_step)
    SELECT ifnull(time, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), command, author_id, author, ifnull(token, 0),
        ifnull(role, 'edit'), of_step
    FROM (SELECT 1) LEFT JOIN present_step;
END;

CREATE VIEW recording AS SELECT table_name, action, kind, record_id FROM change;

CREATE TRIGGER recording_inserted INSTEAD OF INSERT ON recording BEGIN
    INSERT INTO latest_step (token) VALUES (ifnull((SELECT token FROM present_step), 0));

    INSERT INTO change (step_id, table_name, action, kind, record_id)
    VALUES ((SELECT max(id) FROM step), new.table_name, new.action, new.kind, new.record_id);
END;

-- Only a purge changes the history.

CREATE TRIGGER step_kept BEFORE UPDATE ON step
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER step_never_deleted BEFORE DELETE ON step BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER change_kept BEFORE UPDATE ON change
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER change_never_deleted BEFORE DELETE ON change BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;
