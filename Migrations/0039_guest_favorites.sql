-- Favorites of guests. SQLite cannot remove a NOT NULL constraint, so the table is recreated.

DROP VIEW favorite_record;

CREATE TABLE new_favorite (
    id         INTEGER PRIMARY KEY,
    account_id INTEGER REFERENCES account ON DELETE CASCADE,  -- NULL for a guest
    person_id  INTEGER REFERENCES person ON DELETE CASCADE,
    group_id   INTEGER REFERENCES people_group ON DELETE CASCADE,
    planet_id  INTEGER REFERENCES planet ON DELETE CASCADE,
    note_id    INTEGER REFERENCES note ON DELETE CASCADE,
    CHECK ((person_id IS NOT NULL) + (group_id IS NOT NULL) + (planet_id IS NOT NULL) + (note_id IS NOT NULL) = 1)
) STRICT;

INSERT INTO new_favorite (id, account_id, person_id, group_id, planet_id, note_id)
SELECT id, account_id, person_id, group_id, planet_id, note_id FROM favorite;

DROP TABLE favorite;
ALTER TABLE new_favorite RENAME TO favorite;

CREATE INDEX favorite_by_account ON favorite (account_id, id);
CREATE UNIQUE INDEX favorite_by_person ON favorite (person_id, ifnull(account_id, 0));
CREATE UNIQUE INDEX favorite_by_group  ON favorite (group_id, ifnull(account_id, 0));
CREATE UNIQUE INDEX favorite_by_planet ON favorite (planet_id, ifnull(account_id, 0));
CREATE UNIQUE INDEX favorite_by_note   ON favorite (note_id, ifnull(account_id, 0));

CREATE VIEW favorite_record AS
    SELECT favorite.id, account_id, 'person' AS kind, person.id AS record_id, person.display_name
    FROM favorite JOIN person ON person.id = person_id
    UNION ALL
    SELECT favorite.id, account_id, 'group', people_group.id, people_group.display_name
    FROM favorite JOIN people_group ON people_group.id = group_id
    UNION ALL
    SELECT favorite.id, account_id, 'planet', planet.id, planet.display_name
    FROM favorite JOIN planet ON planet.id = planet_id
    UNION ALL
    SELECT favorite.id, account_id, 'note', note.id, note.display_name
    FROM favorite JOIN note ON note.id = note_id;
