-- Conflicts can be reopened: undoing the resolution of a conflict opens it again.

ALTER TABLE sync_conflict ADD COLUMN resolution INTEGER;  -- the last change of the record when it was resolved; NULL if open
