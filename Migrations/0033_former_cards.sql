-- The former cards of persons, with which imported cards are compared.
--
-- This table is outside the history, because undo does not change the cards that other programs have.

CREATE TABLE former_card (
    id        INTEGER PRIMARY KEY,
    person_id INTEGER NOT NULL,  -- kept until a deleted person is purged
    photo     TEXT,              -- of an exported card
    card      BLOB NOT NULL      -- without the photo
) STRICT;

CREATE INDEX former_card_by_person ON former_card (person_id);
