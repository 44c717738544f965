-- A person is found by the whole name on the card as well, where it is another one.
-- Almanac fills the index from search_pending when it next opens the store.

INSERT INTO search_pending SELECT DISTINCT 'person', person_id FROM person_card;
