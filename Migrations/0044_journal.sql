-- Journal entries: notes with a date, which may be about several persons.

ALTER TABLE note ADD COLUMN date TEXT CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]');
ALTER TABLE note ADD COLUMN kind TEXT NOT NULL DEFAULT '';  -- met, called, wrote, gift, or another word
ALTER TABLE note ADD COLUMN reminder TEXT CHECK (reminder GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]');
ALTER TABLE note ADD COLUMN done INTEGER CHECK (done IN (0, 1));
ALTER TABLE note ADD COLUMN message_id TEXT;  -- the Message-ID of the email message that the entry is about
ALTER TABLE note ADD COLUMN due_key TEXT;     -- the reminder of an entry that is not done

-- The persons of an entry, in addition to its subject.
CREATE TABLE note_person (
    note_id   INTEGER NOT NULL REFERENCES note ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    person_id INTEGER NOT NULL,  -- kept if the person is deleted, so that a restored person belongs to the entry again
    PRIMARY KEY (note_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX note_by_date        ON note (date, id);
CREATE INDEX note_by_person_date ON note (person_id, date, modified, id);
CREATE INDEX note_by_kind        ON note (nullif(kind, '') COLLATE NOCASE, id);
CREATE INDEX note_by_reminder    ON note (reminder, id);
CREATE INDEX note_by_due         ON note (due_key, id);
CREATE INDEX note_by_message     ON note (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX note_person_by_person ON note_person (person_id, note_id);

-- The search finds entries by the names of their persons.
CREATE TRIGGER entry_person_renamed AFTER UPDATE OF display_name ON person
WHEN new.display_name <> old.display_name BEGIN
    INSERT INTO search_pending SELECT 'note', note_id FROM note_person WHERE person_id = new.id;
END;
CREATE TRIGGER entry_person_added AFTER INSERT ON person BEGIN
    INSERT INTO search_pending SELECT 'note', note_id FROM note_person WHERE person_id = new.id;
END;
CREATE TRIGGER entry_person_removed AFTER DELETE ON person BEGIN
    INSERT INTO search_pending SELECT 'note', note_id FROM note_person WHERE person_id = old.id;
END;
