-- The formatted name of a person is a value of its own, and a group keeps the card that it was imported from.

ALTER TABLE person ADD COLUMN formatted_name TEXT;  -- empty: made from the name parts; NULL: only on the card

CREATE TABLE group_card (
    group_id INTEGER NOT NULL REFERENCES people_group ON DELETE CASCADE,
    position INTEGER NOT NULL,
    value    TEXT NOT NULL,
    PRIMARY KEY (group_id, position)
) STRICT, WITHOUT ROWID;
