-- What was planted from which seed set, so that planting again changes nothing.
-- A record that its owner has deleted since leaves its row without a record, and is not brought back.

CREATE TABLE planted (
    seed_set  TEXT NOT NULL,
    kind      TEXT NOT NULL CHECK (kind IN ('person', 'group', 'planet', 'note')),
    key       TEXT NOT NULL,  -- what the set calls the record
    person_id INTEGER REFERENCES person ON DELETE SET NULL,
    group_id  INTEGER REFERENCES people_group ON DELETE SET NULL,
    planet_id INTEGER REFERENCES planet ON DELETE SET NULL,
    note_id   INTEGER REFERENCES note ON DELETE SET NULL,
    PRIMARY KEY (seed_set, kind, key),
    CHECK (person_id IS NULL OR kind = 'person'),
    CHECK (group_id IS NULL OR kind = 'group'),
    CHECK (planet_id IS NULL OR kind = 'planet'),
    CHECK (note_id IS NULL OR kind = 'note')
) STRICT, WITHOUT ROWID;

CREATE INDEX planted_by_person ON planted (person_id);
CREATE INDEX planted_by_group  ON planted (group_id);
CREATE INDEX planted_by_planet ON planted (planet_id);
CREATE INDEX planted_by_note   ON planted (note_id);
