-- The version of the rules that read the fields of a person from their card. The card of a person with an earlier
-- version is read again. The values that this adds to existing persons are stored afterward.

ALTER TABLE person ADD COLUMN card_version INTEGER NOT NULL DEFAULT 0;
