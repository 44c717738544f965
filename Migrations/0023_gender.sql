ALTER TABLE person ADD COLUMN gender TEXT; CREATE INDEX person_by_gender ON person (gender COLLATE NOCASE, id);
