-- The generated triggers are shorter. This statement changes nothing: the triggers are replaced after each migration.

DROP TRIGGER IF EXISTS person_move_recorded;
