ALTER TABLE person ADD COLUMN pronouns TEXT NOT NULL DEFAULT ''; CREATE INDEX person_by_pronouns ON person (nullif(pronouns, '') COLLATE NOCASE, id);
