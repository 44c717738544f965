-- The search index and the keys of names. Almanac writes both, with text that one function of its own folds (case, accents,
-- spelling variants); the triggers only note which records have changed, so that the index of a store that another
-- program has written to is brought up to date when Almanac opens it.

CREATE TABLE search_pending (  -- the records whose document is no longer right; the same one may be here many times
    kind      TEXT NOT NULL,
    record_id INTEGER NOT NULL
) STRICT;

-- One document a record. Its rowid is the record's id * 4, and 0 for a person, 1 for a group, 2 for a planet, 3 for a note.
-- All text is folded into words with spaces between them.
CREATE VIRTUAL TABLE search USING fts5 (name, alias, body, tokenize = 'ascii', prefix = '2 3');

CREATE TABLE name_key (  -- every name a record is known by, folded: names, nicknames, aliases
    key       TEXT NOT NULL,
    kind      TEXT NOT NULL,  -- no CHECK: beside a generated column, SQLite could not VACUUM INTO from a read-only store
    record_id INTEGER NOT NULL,
    document  INTEGER NOT NULL GENERATED ALWAYS AS (
                  record_id * 4 + CASE kind WHEN 'person' THEN 0 WHEN 'group' THEN 1 WHEN 'planet' THEN 2 ELSE 3 END) VIRTUAL,
    PRIMARY KEY (key, kind, record_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX name_key_by_record ON name_key (kind, record_id);

-- A record itself.

CREATE TRIGGER person_inserted AFTER INSERT ON person BEGIN
    INSERT INTO search_pending VALUES ('person', new.id);
END;

CREATE TRIGGER person_updated AFTER UPDATE OF
    prefix, given, middle, family, suffix, nickname, phonetic, organization, department, job_title,
    birthday, anniversary, home_id
ON person BEGIN
    INSERT INTO search_pending VALUES ('person', new.id);
END;

CREATE TRIGGER person_deleted AFTER DELETE ON person BEGIN
    INSERT INTO search_pending VALUES ('person', old.id);
END;

CREATE TRIGGER people_group_inserted AFTER INSERT ON people_group BEGIN
    INSERT INTO search_pending VALUES ('group', new.id);
END;

CREATE TRIGGER people_group_updated AFTER UPDATE OF
    name, description
ON people_group BEGIN
    INSERT INTO search_pending VALUES ('group', new.id);
END;

CREATE TRIGGER people_group_deleted AFTER DELETE ON people_group BEGIN
    INSERT INTO search_pending VALUES ('group', old.id);
END;

CREATE TRIGGER planet_inserted AFTER INSERT ON planet BEGIN
    INSERT INTO search_pending VALUES ('planet', new.id);
END;

CREATE TRIGGER planet_updated AFTER UPDATE OF
    name, type, status, parent, discovery_year, discoverer, discovery_method, constellation, star_spectral_type,
    source, url
ON planet BEGIN
    INSERT INTO search_pending VALUES ('planet', new.id);
END;

CREATE TRIGGER planet_deleted AFTER DELETE ON planet BEGIN
    INSERT INTO search_pending VALUES ('planet', old.id);
END;

CREATE TRIGGER note_inserted AFTER INSERT ON note BEGIN
    INSERT INTO search_pending VALUES ('note', new.id);
END;

CREATE TRIGGER note_updated AFTER UPDATE OF
    topic, text, person_id, group_id, planet_id
ON note BEGIN
    INSERT INTO search_pending VALUES ('note', new.id);
END;

CREATE TRIGGER note_deleted AFTER DELETE ON note BEGIN
    INSERT INTO search_pending VALUES ('note', old.id);
END;

-- What a record is called stands in the documents of others.

CREATE TRIGGER person_renamed AFTER UPDATE OF display_name ON person
WHEN new.display_name <> old.display_name BEGIN
    INSERT INTO search_pending SELECT 'note', id FROM note WHERE person_id = new.id;
END;

CREATE TRIGGER people_group_renamed AFTER UPDATE OF display_name ON people_group
WHEN new.display_name <> old.display_name BEGIN
    INSERT INTO search_pending SELECT 'note', id FROM note WHERE group_id = new.id;
    INSERT INTO search_pending SELECT 'person', person_id FROM membership WHERE group_id = new.id;
END;

CREATE TRIGGER planet_renamed AFTER UPDATE OF display_name ON planet
WHEN new.display_name <> old.display_name BEGIN
    INSERT INTO search_pending SELECT 'note', id FROM note WHERE planet_id = new.id;
    INSERT INTO search_pending SELECT 'person', id FROM person WHERE home_id = new.id;
END;

-- What belongs to a record.

CREATE TRIGGER planet_alias_inserted AFTER INSERT ON planet_alias BEGIN
    INSERT INTO search_pending VALUES ('planet', new.planet_id);
END;

CREATE TRIGGER planet_alias_updated AFTER UPDATE ON planet_alias BEGIN
    INSERT INTO search_pending VALUES ('planet', old.planet_id);
    INSERT INTO search_pending VALUES ('planet', new.planet_id);
END;

CREATE TRIGGER planet_alias_deleted AFTER DELETE ON planet_alias BEGIN
    INSERT INTO search_pending VALUES ('planet', old.planet_id);
END;

CREATE TRIGGER planet_field_inserted AFTER INSERT ON planet_field BEGIN
    INSERT INTO search_pending VALUES ('planet', new.planet_id);
END;

CREATE TRIGGER planet_field_updated AFTER UPDATE ON planet_field BEGIN
    INSERT INTO search_pending VALUES ('planet', old.planet_id);
    INSERT INTO search_pending VALUES ('planet', new.planet_id);
END;

CREATE TRIGGER planet_field_deleted AFTER DELETE ON planet_field BEGIN
    INSERT INTO search_pending VALUES ('planet', old.planet_id);
END;

CREATE TRIGGER person_email_inserted AFTER INSERT ON person_email BEGIN
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_email_updated AFTER UPDATE ON person_email BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_email_deleted AFTER DELETE ON person_email BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
END;

CREATE TRIGGER person_phone_inserted AFTER INSERT ON person_phone BEGIN
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_phone_updated AFTER UPDATE ON person_phone BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_phone_deleted AFTER DELETE ON person_phone BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
END;

CREATE TRIGGER person_address_inserted AFTER INSERT ON person_address BEGIN
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_address_updated AFTER UPDATE ON person_address BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_address_deleted AFTER DELETE ON person_address BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
END;

CREATE TRIGGER person_url_inserted AFTER INSERT ON person_url BEGIN
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_url_updated AFTER UPDATE ON person_url BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_url_deleted AFTER DELETE ON person_url BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
END;

CREATE TRIGGER person_messenger_inserted AFTER INSERT ON person_messenger BEGIN
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_messenger_updated AFTER UPDATE ON person_messenger BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_messenger_deleted AFTER DELETE ON person_messenger BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
END;

CREATE TRIGGER person_relation_inserted AFTER INSERT ON person_relation BEGIN
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_relation_updated AFTER UPDATE ON person_relation BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_relation_deleted AFTER DELETE ON person_relation BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
END;

CREATE TRIGGER person_field_inserted AFTER INSERT ON person_field BEGIN
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_field_updated AFTER UPDATE ON person_field BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_field_deleted AFTER DELETE ON person_field BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
END;

CREATE TRIGGER membership_inserted AFTER INSERT ON membership BEGIN
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER membership_updated AFTER UPDATE ON membership BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER membership_deleted AFTER DELETE ON membership BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
END;
