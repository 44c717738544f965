-- The past table of the planets of groups, which is generated after the previous migration, is also searched by planet.

CREATE INDEX group_planet_past_by_planet ON group_planet_past (planet_id, change_id);
