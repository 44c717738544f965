-- The geographic positions of persons (GEO in vCards).

CREATE TABLE person_position (
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;
