-- A group may also be a saved filter of persons: whoever it lets through belongs to the group. With a search too, both decide.

ALTER TABLE people_group ADD COLUMN person_filter TEXT CHECK (person_filter <> '');  -- NULL for none
ALTER TABLE people_group_past ADD COLUMN person_filter TEXT;

DROP INDEX people_group_with_search;
CREATE INDEX people_group_smart ON people_group (sort_key, id) WHERE search IS NOT NULL OR person_filter IS NOT NULL;

-- The history has it from now on.

DROP TRIGGER people_group_insert_recorded;
DROP TRIGGER people_group_delete_recorded;
DROP TRIGGER people_group_update_recorded;
DROP TRIGGER people_group_move_recorded;

CREATE TRIGGER people_group_insert_recorded AFTER INSERT ON people_group BEGIN
    INSERT INTO recording VALUES ('people_group', 'insert', 'group', new.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name,
        new.description, new.search, new.person_filter);
END;

CREATE TRIGGER people_group_delete_recorded AFTER DELETE ON people_group BEGIN
    INSERT INTO recording VALUES ('people_group', 'delete', 'group', old.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.name,
        old.description, old.search, old.person_filter);
END;

CREATE TRIGGER people_group_update_recorded AFTER UPDATE OF
    uuid, created, modified, version, name, description, search, person_filter
ON people_group WHEN
    new.id IS old.id
    AND (
        new.uuid IS NOT old.uuid OR new.created IS NOT old.created OR new.modified IS NOT old.modified
        OR new.version IS NOT old.version OR new.name IS NOT old.name OR new.description IS NOT old.description
        OR new.search IS NOT old.search OR new.person_filter IS NOT old.person_filter)
BEGIN
    INSERT INTO recording VALUES ('people_group', 'update', 'group', new.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.name,
        old.description, old.search, old.person_filter);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name,
        new.description, new.search, new.person_filter);
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
        old.description, old.search, old.person_filter);
    INSERT INTO recording VALUES ('people_group', 'insert', 'group', new.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name,
        new.description, new.search, new.person_filter);
END;
