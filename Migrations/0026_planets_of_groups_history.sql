-- An index for searching the former planets of groups by planet. Their past table is generated after the previous
-- migration.

CREATE INDEX group_planet_past_by_planet ON group_planet_past (planet_id, change_id);
