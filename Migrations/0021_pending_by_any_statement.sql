-- What is to be taken into the index already is left alone, whatever statement changes the record: the conflict clause of
-- an outer statement (UPDATE OR …, DO UPDATE, ON DELETE SET NULL) takes the place of that of the table.

CREATE TRIGGER search_pending_once BEFORE INSERT ON search_pending
WHEN EXISTS (SELECT 1 FROM search_pending WHERE kind = new.kind AND record_id = new.record_id)
BEGIN
    SELECT RAISE(IGNORE);
END;
