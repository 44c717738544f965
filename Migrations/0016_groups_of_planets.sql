-- A group may also be of planets: those that a saved filter lets through. No person is in it.

ALTER TABLE people_group ADD COLUMN planet_filter TEXT  -- NULL for a group of persons
    CHECK (planet_filter <> '') CHECK (planet_filter IS NULL OR search IS NULL AND person_filter IS NULL);
ALTER TABLE people_group_past ADD COLUMN planet_filter TEXT;

CREATE INDEX people_group_of_planets ON people_group (sort_key, id) WHERE planet_filter IS NOT NULL;

-- The history has it from now on.

DROP TRIGGER people_group_insert_recorded;
DROP TRIGGER people_group_delete_recorded;
DROP TRIGGER people_group_update_recorded;
DROP TRIGGER people_group_move_recorded;

CREATE TRIGGER people_group_insert_recorded AFTER INSERT ON people_group BEGIN
    INSERT INTO recording VALUES ('people_group', 'insert', 'group', new.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name,
        new.description, new.search, new.person_filter, new.planet_filter);
END;

CREATE TRIGGER people_group_delete_recorded AFTER DELETE ON people_group BEGIN
    INSERT INTO recording VALUES ('people_group', 'delete', 'group', old.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.name,
        old.description, old.search, old.person_filter, old.planet_filter);
END;

CREATE TRIGGER people_group_update_recorded AFTER UPDATE OF
    uuid, created, modified, version, name, description, search, person_filter, planet_filter
ON people_group WHEN
    new.id IS old.id
    AND (
        new.uuid IS NOT old.uuid OR new.created IS NOT old.created OR new.modified IS NOT old.modified
        OR new.version IS NOT old.version OR new.name IS NOT old.name OR new.description IS NOT old.description
        OR new.search IS NOT old.search OR new.person_filter IS NOT old.person_filter
        OR new.planet_filter IS NOT old.planet_filter)
BEGIN
    INSERT INTO recording VALUES ('people_group', 'update', 'group', new.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.name,
        old.description, old.search, old.person_filter, old.planet_filter);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name,
        new.description, new.search, new.person_filter, new.planet_filter);
    UPDATE people_group SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE id = new.id AND new.version = old.version;
END;

CREATE TRIGGER people_group_move_recorded AFTER UPDATE OF
    id
ON people_group WHEN
    new.id IS NOT old.id
BEGIN
    INSERT INTO recording VALUES ('people_group', 'delete', 'group', old.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.name,
        old.description, old.search, old.person_filter, old.planet_filter);
    INSERT INTO recording VALUES ('people_group', 'insert', 'group', new.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name,
        new.description, new.search, new.person_filter, new.planet_filter);
END;
