-- LANG and LANGUAGE. Earlier versions stored the languages of a person as custom fields.

ALTER TABLE person ADD COLUMN card_language TEXT;  -- NULL: only on the card

CREATE TABLE person_language (
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;
