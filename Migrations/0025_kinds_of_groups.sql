-- A group can be of a kind, such as film or starship, which has its own fields, and can link to planets.

ALTER TABLE people_group ADD COLUMN kind     TEXT NOT NULL DEFAULT '';  -- any text: film, starship, vehicle, …
ALTER TABLE people_group ADD COLUMN episode  INTEGER CHECK (episode >= 0);
ALTER TABLE people_group ADD COLUMN director TEXT NOT NULL DEFAULT '';
ALTER TABLE people_group ADD COLUMN released TEXT CHECK (released GLOB '[0-9-][0-9-][0-9-][0-9-]*');
ALTER TABLE people_group ADD COLUMN class    TEXT NOT NULL DEFAULT '';
ALTER TABLE people_group ADD COLUMN length_m REAL CHECK (length_m > 0);
ALTER TABLE people_group ADD COLUMN crew     INTEGER CHECK (crew >= 0);

CREATE INDEX people_group_by_kind     ON people_group (nullif(kind, '') COLLATE NOCASE, sort_key, id);
CREATE INDEX people_group_by_episode  ON people_group (episode, id);
CREATE INDEX people_group_by_released ON people_group (released, id);
CREATE INDEX people_group_by_length   ON people_group (length_m, id);
CREATE INDEX people_group_by_crew     ON people_group (crew, id);

-- The planets of groups, in the order of the group.
CREATE TABLE group_planet (
    group_id  INTEGER NOT NULL REFERENCES people_group ON DELETE CASCADE,
    planet_id INTEGER NOT NULL REFERENCES planet ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    PRIMARY KEY (group_id, planet_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX group_planet_by_position ON group_planet (group_id, position, planet_id);
CREATE INDEX group_planet_by_planet   ON group_planet (planet_id, group_id);

CREATE VIEW linked_planet AS
    SELECT group_id, people_group.display_name AS group_name, position, planet_id, planet.display_name AS planet_name
    FROM group_planet
    JOIN people_group ON people_group.id = group_id
    JOIN planet ON planet.id = planet_id;
