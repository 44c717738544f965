-- Persons have more keys by which duplicates are recognized: postal address and name, website and name, and instant messaging.
-- Names in these keys are written in Latin letters. The search index is derived, so the next command writes the keys.

INSERT INTO search_pending (kind, record_id) SELECT 'person', id FROM person;
