-- Links between persons: the person to whom each relation refers.

-- The column is not a foreign key, so that the link works again if the person is restored. IDs are never reused. The
-- link to a merged person leads to the person into whom they were merged.
ALTER TABLE person_relation ADD COLUMN target_id INTEGER;
-- The key of the text, for persons who are added later; NULL until the text is looked up.
ALTER TABLE person_relation ADD COLUMN target_key TEXT;

CREATE INDEX person_relation_by_target ON person_relation (target_id) WHERE target_id IS NOT NULL;
CREATE INDEX person_relation_by_key    ON person_relation (target_key);

-- A changed text can refer to a different person. Undo and redo restore the link together with the text.
CREATE TRIGGER person_relation_renamed AFTER UPDATE OF value ON person_relation
WHEN new.value IS NOT old.value BEGIN
    UPDATE person_relation
    SET target_key = NULL,
        target_id = iif(
            new.target_id IS old.target_id
                AND NOT EXISTS (SELECT 1 FROM present_step WHERE role IN ('undo', 'redo')),
            NULL, new.target_id)
    WHERE person_id = new.person_id AND position = new.position;
END;
