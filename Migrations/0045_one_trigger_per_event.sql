-- The generated schema has one trigger for each event of a table instead of two or three. This statement changes nothing:
-- the triggers are replaced after each migration.

DROP TRIGGER IF EXISTS person_move_recorded;
