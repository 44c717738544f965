-- The schema of a new database, which MigrationTests writes from the migrations.

CREATE TABLE migration (
    version  INTEGER PRIMARY KEY CHECK (version > 0),
    name     TEXT NOT NULL,
    checksum TEXT NOT NULL,
    applied  TEXT NOT NULL,
    almanac  TEXT NOT NULL
) STRICT;

CREATE TABLE planet (
    id                  INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid                TEXT NOT NULL UNIQUE DEFAULT (lower(
                            hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
                            || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))),
    created             TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    modified            TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    version             INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
    display_name        TEXT NOT NULL DEFAULT '',
    sort_key            TEXT NOT NULL DEFAULT '',

    name                TEXT NOT NULL DEFAULT '',
    type                TEXT NOT NULL DEFAULT 'planet' CHECK (type IN (
                            'star', 'planet', 'dwarf planet', 'asteroid', 'moon', 'exoplanet', 'fictional')),
    status              TEXT NOT NULL DEFAULT 'confirmed' CHECK (status IN (
                            'confirmed', 'candidate', 'controversial', 'retracted')),
    parent              TEXT NOT NULL DEFAULT '',  -- the name of the body that it orbits; need not be a record
    mass_kg             REAL,
    radius_km           REAL,
    semi_major_axis_au  REAL,
    semi_major_axis_km  REAL,
    eccentricity        REAL,
    inclination_deg     REAL,
    orbital_period_days REAL,
    rotation_hours      REAL,                      -- sidereal; negative when retrograde
    axial_tilt_deg      REAL,
    mean_temperature_k  REAL,
    gravity_m_s2        REAL,
    density_g_cm3       REAL,
    moons               INTEGER,
    rings               INTEGER CHECK (rings IN (0, 1)),
    discovery_year      INTEGER,
    discoverer          TEXT NOT NULL DEFAULT '',
    discovery_method    TEXT NOT NULL DEFAULT '',
    distance_pc         REAL,
    constellation       TEXT NOT NULL DEFAULT '',
    star_spectral_type  TEXT NOT NULL DEFAULT '',
    star_mass_sun       REAL,
    star_radius_sun     REAL,
    star_temperature_k  REAL,
    system_stars        INTEGER,
    ra_deg              REAL,
    dec_deg             REAL,
    estimated           TEXT NOT NULL DEFAULT '',  -- the values that are not measured: axis|mass|mass-limit|minimum-mass|radius
    source              TEXT NOT NULL DEFAULT '',
    url                 TEXT NOT NULL DEFAULT '',
    picture             TEXT CHECK (length(picture) = 64)  -- the SHA-256 of a file in the photo folder
, transit_midpoint REAL, transit_duration REAL, star_magnitude_v REAL, star_magnitude_gaia REAL, star_magnitude_k REAL, uncertainties TEXT NOT NULL DEFAULT '') STRICT;

CREATE INDEX planet_by_name     ON planet (sort_key, id);

CREATE INDEX planet_by_mass     ON planet (mass_kg, id);

CREATE INDEX planet_by_radius   ON planet (radius_km, id);

CREATE INDEX planet_by_period   ON planet (orbital_period_days, id);

CREATE INDEX planet_by_distance ON planet (distance_pc, id);

CREATE INDEX planet_by_year     ON planet (discovery_year, id);

CREATE INDEX planet_by_created  ON planet (created, id);

CREATE INDEX planet_by_modified ON planet (modified, id);

CREATE INDEX planet_by_parent   ON planet (parent COLLATE NOCASE, id);

CREATE INDEX planet_called      ON planet (name COLLATE NOCASE, id);

CREATE INDEX planet_by_status   ON planet (status COLLATE NOCASE, type COLLATE NOCASE, id);

CREATE INDEX planet_by_type     ON planet (type COLLATE NOCASE, status COLLATE NOCASE, id);

CREATE TABLE planet_alias (
    planet_id INTEGER NOT NULL REFERENCES planet ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (planet_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE planet_field (  -- custom fields
    planet_id INTEGER NOT NULL REFERENCES planet ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (planet_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE planet_citation (  -- where values come from, such as a paper, labeled with the field
    planet_id INTEGER NOT NULL REFERENCES planet ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (planet_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE person (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid             TEXT NOT NULL UNIQUE DEFAULT (lower(
                         hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
                         || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))),
    created          TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    modified         TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    version          INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
    display_name     TEXT NOT NULL DEFAULT '',
    sort_key         TEXT NOT NULL DEFAULT '',
    given_key        TEXT,
    organization_key TEXT,

    prefix           TEXT NOT NULL DEFAULT '',
    given            TEXT NOT NULL DEFAULT '',
    middle           TEXT NOT NULL DEFAULT '',
    family           TEXT NOT NULL DEFAULT '',
    suffix           TEXT NOT NULL DEFAULT '',
    nickname         TEXT NOT NULL DEFAULT '',
    phonetic         TEXT NOT NULL DEFAULT '',
    organization     TEXT NOT NULL DEFAULT '',
    department       TEXT NOT NULL DEFAULT '',
    job_title        TEXT NOT NULL DEFAULT '',
    birthday         TEXT CHECK (birthday GLOB '[0-9-][0-9-][0-9-][0-9-]*'),
    anniversary      TEXT CHECK (anniversary GLOB '[0-9-][0-9-][0-9-][0-9-]*'),
    home_id          INTEGER REFERENCES planet ON DELETE SET NULL,
    photo            TEXT CHECK (length(photo) = 64)  -- the SHA-256 of a file in the photo folder
, pronouns TEXT NOT NULL DEFAULT '', gender TEXT, formatted_name TEXT, card_language TEXT, contact TEXT CHECK (contact GLOB '[1-9]*[dwmy]'), last_contact TEXT CHECK (last_contact GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'), due_key TEXT) STRICT;

CREATE INDEX person_by_name         ON person (sort_key, id);

CREATE INDEX person_by_given        ON person (given_key, id);

CREATE INDEX person_by_organization ON person (organization_key, id);

CREATE INDEX person_by_birthday     ON person (birthday, id);

CREATE INDEX person_by_created      ON person (created, id);

CREATE INDEX person_by_modified     ON person (modified, id);

CREATE INDEX person_by_home         ON person (home_id, sort_key, id);

CREATE INDEX person_by_nickname     ON person (nullif(nickname, '') COLLATE NOCASE, id);

CREATE INDEX person_by_department   ON person (nullif(department, '') COLLATE NOCASE, id);

CREATE INDEX person_by_title        ON person (nullif(job_title, '') COLLATE NOCASE, id);

CREATE INDEX person_by_anniversary  ON person (anniversary, id);

CREATE INDEX person_by_day_of_birth ON person (substr(birthday, -5), sort_key, id)
    WHERE birthday GLOB '*-[01][0-9]-[0-3][0-9]';

CREATE INDEX person_by_day_of_anniversary ON person (substr(anniversary, -5), sort_key, id)
    WHERE anniversary GLOB '*-[01][0-9]-[0-3][0-9]';

CREATE TABLE person_email (
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_phone (
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    value     TEXT NOT NULL,
    digits    TEXT NOT NULL GENERATED ALWAYS AS (
                  replace(replace(replace(replace(replace(replace(replace(
                  value, ' ', ''), '-', ''), '.', ''), '/', ''), '(', ''), ')', ''), '+', '')) VIRTUAL,
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_address (
    person_id   INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position    INTEGER NOT NULL,
    label       TEXT NOT NULL,
    street      TEXT NOT NULL DEFAULT '',
    locality    TEXT NOT NULL DEFAULT '',
    region      TEXT NOT NULL DEFAULT '',
    postal_code TEXT NOT NULL DEFAULT '',
    country     TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_url (
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_messenger (
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_relation (
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_field (  -- custom fields
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_card (  -- the vCard that the person was imported from
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_uid (  -- further UIDs: of cards that were merged into this person, and of CSV files
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_merge (
    person_id INTEGER PRIMARY KEY,
    heir_id   INTEGER NOT NULL REFERENCES person ON DELETE CASCADE
) STRICT;

CREATE INDEX person_merge_by_heir ON person_merge (heir_id);

CREATE TABLE people_group (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid          TEXT NOT NULL UNIQUE DEFAULT (lower(
                      hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
                      || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))),
    created       TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    modified      TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    version       INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
    display_name  TEXT NOT NULL DEFAULT '',
    sort_key      TEXT NOT NULL DEFAULT '',

    name          TEXT NOT NULL DEFAULT '',
    description   TEXT NOT NULL DEFAULT '',
    search        TEXT CHECK (search <> ''),
    person_filter TEXT CHECK (person_filter <> ''),
    planet_filter TEXT CHECK (planet_filter <> '')  -- for a group of planets, which has no search
        CHECK (planet_filter IS NULL OR search IS NULL AND person_filter IS NULL)
, kind     TEXT NOT NULL DEFAULT '', episode  INTEGER CHECK (episode >= 0), director TEXT NOT NULL DEFAULT '', released TEXT CHECK (released GLOB '[0-9-][0-9-][0-9-][0-9-]*'), class    TEXT NOT NULL DEFAULT '', length_m REAL CHECK (length_m > 0), crew     INTEGER CHECK (crew >= 0)) STRICT;

CREATE INDEX people_group_by_name     ON people_group (sort_key, id);

CREATE INDEX people_group_by_created  ON people_group (created, id);

CREATE INDEX people_group_by_modified ON people_group (modified, id);

CREATE INDEX people_group_smart       ON people_group (sort_key, id)
    WHERE search IS NOT NULL OR person_filter IS NOT NULL;

CREATE INDEX people_group_of_planets  ON people_group (sort_key, id) WHERE planet_filter IS NOT NULL;

CREATE TABLE membership (
    group_id  INTEGER NOT NULL REFERENCES people_group ON DELETE CASCADE,
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    PRIMARY KEY (group_id, person_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX membership_by_position ON membership (group_id, position, person_id);

CREATE INDEX membership_by_person   ON membership (person_id, group_id);

CREATE TABLE note (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid         TEXT NOT NULL UNIQUE DEFAULT (lower(
                     hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
                     || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))),
    created      TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    modified     TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    version      INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
    display_name TEXT NOT NULL DEFAULT '',
    sort_key     TEXT NOT NULL DEFAULT '',

    topic        TEXT NOT NULL DEFAULT '',
    text         TEXT NOT NULL DEFAULT '',  -- Markdown
    person_id    INTEGER REFERENCES person ON DELETE SET NULL,
    group_id     INTEGER REFERENCES people_group ON DELETE SET NULL,
    planet_id    INTEGER REFERENCES planet ON DELETE SET NULL,
    CHECK ((person_id IS NOT NULL) + (group_id IS NOT NULL) + (planet_id IS NOT NULL) <= 1)
) STRICT;

CREATE INDEX note_by_topic    ON note (sort_key, id);

CREATE INDEX note_by_created  ON note (created, id);

CREATE INDEX note_by_modified ON note (modified, id);

CREATE INDEX note_by_person   ON note (person_id, modified, id);

CREATE INDEX note_by_group    ON note (group_id, modified, id);

CREATE INDEX note_by_planet   ON note (planet_id, modified, id);

CREATE TABLE planted (
    seed_set  TEXT NOT NULL,
    kind      TEXT NOT NULL CHECK (kind IN ('person', 'group', 'planet', 'note')),
    key       TEXT NOT NULL,  -- the key of the record in the set
    person_id INTEGER REFERENCES person ON DELETE SET NULL,
    group_id  INTEGER REFERENCES people_group ON DELETE SET NULL,
    planet_id INTEGER REFERENCES planet ON DELETE SET NULL,
    note_id   INTEGER REFERENCES note ON DELETE SET NULL,
    PRIMARY KEY (seed_set, kind, key),
    CHECK (person_id IS NULL OR kind = 'person'),
    CHECK (group_id IS NULL OR kind = 'group'),
    CHECK (planet_id IS NULL OR kind = 'planet'),
    CHECK (note_id IS NULL OR kind = 'note')
) STRICT, WITHOUT ROWID;

CREATE INDEX planted_by_person ON planted (person_id);

CREATE INDEX planted_by_group  ON planted (group_id);

CREATE INDEX planted_by_planet ON planted (planet_id);

CREATE INDEX planted_by_note   ON planted (note_id);

CREATE VIEW record AS
    SELECT 'person' AS kind, id, display_name, uuid, created, modified, version FROM person
    UNION ALL SELECT 'group', id, display_name, uuid, created, modified, version FROM people_group
    UNION ALL SELECT 'planet', id, display_name, uuid, created, modified, version FROM planet
    UNION ALL SELECT 'note', id, display_name, uuid, created, modified, version FROM note;

CREATE VIEW group_member AS
    SELECT group_id, people_group.display_name AS group_name, position, person_id, person.display_name AS person_name
    FROM membership
    JOIN people_group ON people_group.id = group_id
    JOIN person ON person.id = person_id;

CREATE VIEW resident AS
    SELECT home_id AS planet_id, planet.display_name AS planet_name, person.id AS person_id,
           person.display_name AS person_name, person.sort_key AS person_sort_key
    FROM person
    JOIN planet ON planet.id = home_id;

CREATE VIEW note_subject AS  -- the records that notes are about
    SELECT note.id AS note_id, note.display_name AS note_name, 'person' AS kind, person.id AS record_id,
           person.display_name AS record_name
    FROM note JOIN person ON person.id = person_id
    UNION ALL
    SELECT note.id, note.display_name, 'group', people_group.id, people_group.display_name
    FROM note JOIN people_group ON people_group.id = group_id
    UNION ALL
    SELECT note.id, note.display_name, 'planet', planet.id, planet.display_name
    FROM note JOIN planet ON planet.id = planet_id;

CREATE TABLE search_pending (
    kind      TEXT NOT NULL,
    record_id INTEGER NOT NULL,
    PRIMARY KEY (kind, record_id) ON CONFLICT IGNORE
) STRICT, WITHOUT ROWID;

CREATE TRIGGER search_pending_once BEFORE INSERT ON search_pending
WHEN EXISTS (SELECT 1 FROM search_pending WHERE kind = new.kind AND record_id = new.record_id)
BEGIN
    SELECT RAISE(IGNORE);
END;

CREATE TRIGGER person_renamed AFTER UPDATE OF display_name ON person
WHEN new.display_name <> old.display_name BEGIN
    INSERT INTO search_pending SELECT 'note', id FROM note WHERE person_id = new.id;
END;

CREATE TABLE name_key (  -- every name of a record, folded: names, nicknames, aliases
    key       TEXT NOT NULL,
    kind      TEXT NOT NULL,
    record_id INTEGER NOT NULL,
    PRIMARY KEY (key, kind, record_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX name_key_by_record ON name_key (kind, record_id);

CREATE VIRTUAL TABLE search_name USING fts5 (
    words, tokenize = 'ascii', prefix = '1 2 3 4 5 6', detail = 'none', columnsize = 0);

CREATE VIRTUAL TABLE search USING fts5 (
    words, tokenize = 'ascii', prefix = '1 2 3 4 5 6', detail = 'none', columnsize = 0);

CREATE VIRTUAL TABLE search_name_term USING fts5vocab (search_name, 'instance');

CREATE VIRTUAL TABLE search_term USING fts5vocab (search, 'instance');

CREATE TABLE misspelling (  -- the words of names by their sound, whole and with any one letter left out
    form TEXT NOT NULL,
    word TEXT NOT NULL,
    PRIMARY KEY (form, word)
) STRICT, WITHOUT ROWID;

CREATE TABLE trace (
    key       TEXT NOT NULL,
    person_id INTEGER NOT NULL,
    PRIMARY KEY (key, person_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX trace_by_person ON trace (person_id);

CREATE TRIGGER planet_inserted AFTER INSERT ON planet BEGIN
    INSERT INTO search_pending VALUES ('planet', new.id);
END;

CREATE TRIGGER planet_updated AFTER UPDATE OF name, type, status, parent, discovery_year, discoverer, discovery_method, constellation, star_spectral_type, source, url ON planet BEGIN
    INSERT INTO search_pending VALUES ('planet', new.id);
END;

CREATE TRIGGER planet_deleted AFTER DELETE ON planet BEGIN
    INSERT INTO search_pending VALUES ('planet', old.id);
END;

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

CREATE TRIGGER person_inserted AFTER INSERT ON person BEGIN
    INSERT INTO search_pending VALUES ('person', new.id);
END;

CREATE TRIGGER person_deleted AFTER DELETE ON person BEGIN
    INSERT INTO search_pending VALUES ('person', old.id);
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

CREATE TRIGGER person_uid_inserted AFTER INSERT ON person_uid BEGIN
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_uid_updated AFTER UPDATE ON person_uid BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_uid_deleted AFTER DELETE ON person_uid BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
END;

CREATE TRIGGER people_group_inserted AFTER INSERT ON people_group BEGIN
    INSERT INTO search_pending VALUES ('group', new.id);
END;

CREATE TRIGGER people_group_deleted AFTER DELETE ON people_group BEGIN
    INSERT INTO search_pending VALUES ('group', old.id);
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

CREATE TRIGGER note_inserted AFTER INSERT ON note BEGIN
    INSERT INTO search_pending VALUES ('note', new.id);
END;

CREATE TRIGGER note_updated AFTER UPDATE OF topic, text, person_id, group_id, planet_id ON note BEGIN
    INSERT INTO search_pending VALUES ('note', new.id);
END;

CREATE TRIGGER note_deleted AFTER DELETE ON note BEGIN
    INSERT INTO search_pending VALUES ('note', old.id);
END;

CREATE TABLE account (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    name              TEXT NOT NULL CHECK (name <> ''),
    name_key          TEXT NOT NULL CHECK (name_key <> ''),  -- folded, so that no two names differ only in case or accents
    passphrase_hash   TEXT,                                  -- in the format of crypt(3); NULL without a passphrase
    person_id         INTEGER REFERENCES person ON DELETE SET NULL,
    has_seen_tutorial INTEGER NOT NULL DEFAULT 0 CHECK (has_seen_tutorial IN (0, 1)),
    failures          INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),  -- wrong passphrases since the last correct one
    retry_at          TEXT                                   -- no passphrase is checked before this time
) STRICT;

CREATE UNIQUE INDEX account_by_name ON account (name_key);

CREATE INDEX account_by_person ON account (person_id);

CREATE TABLE draft (  -- a form with unsaved changes
    account_id INTEGER REFERENCES account ON DELETE CASCADE,  -- NULL for a guest
    place      TEXT NOT NULL,                                 -- the path of the form: persons/7/edit
    version    INTEGER,                                       -- of the record when the edit began; NULL for a new record
    words      TEXT NOT NULL,                                 -- JSON: the assignments typed so far, in order
    focus      TEXT                                           -- the next field; NULL after the last one
) STRICT;

CREATE UNIQUE INDEX draft_by_place ON draft (ifnull(account_id, 0), place);

CREATE INDEX draft_by_account ON draft (account_id);

CREATE TABLE step (
    id        INTEGER PRIMARY KEY,
    time      TEXT NOT NULL,
    command   TEXT,                        -- NULL for changes by other programs
    author_id INTEGER,                     -- the ID and name of the account at the time; NULL for a guest
    author    TEXT,
    token     INTEGER NOT NULL DEFAULT 0,  -- tells one command from the next; 0 for other programs
    role      TEXT NOT NULL DEFAULT 'edit' CHECK (role IN ('edit', 'undo', 'redo', 'purge')),
    of_step   INTEGER REFERENCES step,     -- the step that was undone or redone
    CHECK ((role IN ('undo', 'redo')) = (of_step IS NOT NULL))
) STRICT;

CREATE INDEX step_by_original ON step (of_step, id) WHERE of_step IS NOT NULL;

CREATE TABLE present_step (  -- the running command, from the beginning of its transaction until just before COMMIT
    one       INTEGER PRIMARY KEY DEFAULT 1 CHECK (one = 1),
    time      TEXT NOT NULL,
    command   TEXT NOT NULL,
    author_id INTEGER,
    author    TEXT,
    token     INTEGER NOT NULL CHECK (token <> 0),
    role      TEXT NOT NULL,
    of_step   INTEGER
) STRICT;

CREATE TABLE "change" (
    id         INTEGER PRIMARY KEY,
    step_id    INTEGER NOT NULL REFERENCES step,
    table_name TEXT NOT NULL,
    action     TEXT NOT NULL CHECK (action = 'insert' OR action = 'update' OR action = 'delete' OR action = 'purged'),
    kind       TEXT NOT NULL,  -- of the record that the row belongs to; the group for a membership
    record_id  INTEGER
) STRICT;

CREATE INDEX change_by_step   ON change (step_id, kind, record_id);

CREATE INDEX change_by_record ON change (kind, record_id, step_id);

CREATE INDEX change_deleting  ON change (step_id)
    WHERE action = 'delete' AND table_name IN ('person', 'people_group', 'planet', 'note');

CREATE INDEX change_purged    ON change (step_id) WHERE action = 'purged';

CREATE VIEW latest_step AS SELECT token FROM step ORDER BY id DESC LIMIT 1;

CREATE TRIGGER latest_step_inserted INSTEAD OF INSERT ON latest_step
WHEN new.token IS NOT (SELECT token FROM step ORDER BY id DESC LIMIT 1) BEGIN
    INSERT INTO step (time, command, author_id, author, token, role, of_step)
    SELECT ifnull(time, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), command, author_id, author, ifnull(token, 0),
        ifnull(role, 'edit'), of_step
    FROM (SELECT 1) LEFT JOIN present_step;
END;

CREATE VIEW recording AS SELECT table_name, action, kind, record_id FROM change;

CREATE TRIGGER recording_inserted INSTEAD OF INSERT ON recording BEGIN
    INSERT INTO latest_step (token) VALUES (ifnull((SELECT token FROM present_step), 0));

    INSERT INTO change (step_id, table_name, action, kind, record_id)
    VALUES ((SELECT max(id) FROM step), new.table_name, new.action, new.kind, new.record_id);
END;

CREATE TRIGGER step_kept BEFORE UPDATE ON step
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER step_never_deleted BEFORE DELETE ON step BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER change_kept BEFORE UPDATE ON change
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER change_never_deleted BEFORE DELETE ON change BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TABLE planet_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    id INTEGER,
    uuid TEXT,
    created TEXT,
    modified TEXT,
    version INTEGER,
    name TEXT,
    type TEXT,
    status TEXT,
    parent TEXT,
    mass_kg REAL,
    radius_km REAL,
    semi_major_axis_au REAL,
    semi_major_axis_km REAL,
    eccentricity REAL,
    inclination_deg REAL,
    orbital_period_days REAL,
    rotation_hours REAL,
    axial_tilt_deg REAL,
    mean_temperature_k REAL,
    gravity_m_s2 REAL,
    density_g_cm3 REAL,
    moons INTEGER,
    rings INTEGER,
    discovery_year INTEGER,
    discoverer TEXT,
    discovery_method TEXT,
    distance_pc REAL,
    constellation TEXT,
    star_spectral_type TEXT,
    star_mass_sun REAL,
    star_radius_sun REAL,
    star_temperature_k REAL,
    system_stars INTEGER,
    ra_deg REAL,
    dec_deg REAL,
    estimated TEXT,
    source TEXT,
    url TEXT,
    picture TEXT, transit_midpoint REAL, transit_duration REAL, star_magnitude_v REAL, star_magnitude_gaia REAL, star_magnitude_k REAL, uncertainties TEXT DEFAULT '',
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE planet_alias_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    planet_id INTEGER,
    position INTEGER,
    value TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE planet_field_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    planet_id INTEGER,
    position INTEGER,
    label TEXT,
    value TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE planet_citation_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    planet_id INTEGER,
    position INTEGER,
    label TEXT,
    value TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    id INTEGER,
    uuid TEXT,
    created TEXT,
    modified TEXT,
    version INTEGER,
    prefix TEXT,
    given TEXT,
    middle TEXT,
    family TEXT,
    suffix TEXT,
    nickname TEXT,
    phonetic TEXT,
    organization TEXT,
    department TEXT,
    job_title TEXT,
    birthday TEXT,
    anniversary TEXT,
    home_id INTEGER,
    photo TEXT, pronouns TEXT DEFAULT '', gender TEXT, formatted_name TEXT, card_language TEXT, contact TEXT, last_contact TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_email_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    person_id INTEGER,
    position INTEGER,
    label TEXT,
    value TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_phone_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    person_id INTEGER,
    position INTEGER,
    label TEXT,
    value TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_address_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    person_id INTEGER,
    position INTEGER,
    label TEXT,
    street TEXT,
    locality TEXT,
    region TEXT,
    postal_code TEXT,
    country TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_url_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    person_id INTEGER,
    position INTEGER,
    label TEXT,
    value TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_messenger_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    person_id INTEGER,
    position INTEGER,
    label TEXT,
    value TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_relation_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    person_id INTEGER,
    position INTEGER,
    label TEXT,
    value TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_field_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    person_id INTEGER,
    position INTEGER,
    label TEXT,
    value TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_card_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    person_id INTEGER,
    position INTEGER,
    value TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_uid_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    person_id INTEGER,
    position INTEGER,
    value TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_merge_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    person_id INTEGER,
    heir_id INTEGER,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE people_group_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    id INTEGER,
    uuid TEXT,
    created TEXT,
    modified TEXT,
    version INTEGER,
    name TEXT,
    description TEXT,
    search TEXT,
    person_filter TEXT,
    planet_filter TEXT, kind TEXT DEFAULT '', episode INTEGER, director TEXT DEFAULT '', released TEXT, class TEXT DEFAULT '', length_m REAL, crew INTEGER,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE membership_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    group_id INTEGER,
    person_id INTEGER,
    position INTEGER,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE note_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    id INTEGER,
    uuid TEXT,
    created TEXT,
    modified TEXT,
    version INTEGER,
    topic TEXT,
    text TEXT,
    person_id INTEGER,
    group_id INTEGER,
    planet_id INTEGER,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE favorite_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    id INTEGER,
    account_id INTEGER,
    person_id INTEGER,
    group_id INTEGER,
    planet_id INTEGER,
    note_id INTEGER,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TABLE planted_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    seed_set TEXT,
    kind TEXT,
    key TEXT,
    person_id INTEGER,
    group_id INTEGER,
    planet_id INTEGER,
    note_id INTEGER,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER planet_past_update_refused BEFORE UPDATE ON planet_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER planet_past_delete_refused BEFORE DELETE ON planet_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER planet_alias_insert_recorded AFTER INSERT ON planet_alias BEGIN
    INSERT INTO recording VALUES ('planet_alias', 'insert', 'planet', new.planet_id);
    INSERT INTO planet_alias_past VALUES (
        (SELECT max(id) FROM change), 1, new.planet_id, new.position, new.value);
END;

CREATE TRIGGER planet_alias_delete_recorded AFTER DELETE ON planet_alias BEGIN
    INSERT INTO recording VALUES ('planet_alias', 'delete', 'planet', old.planet_id);
    INSERT INTO planet_alias_past VALUES (
        (SELECT max(id) FROM change), 0, old.planet_id, old.position, old.value);
END;

CREATE TRIGGER planet_alias_update_recorded AFTER UPDATE OF value ON planet_alias
WHEN new.planet_id IS old.planet_id AND new.position IS old.position AND (new.value IS NOT old.value) BEGIN
    INSERT INTO recording VALUES ('planet_alias', 'update', 'planet', new.planet_id);
    INSERT INTO planet_alias_past VALUES (
        (SELECT max(id) FROM change), 0, old.planet_id, old.position, old.value);
    INSERT INTO planet_alias_past VALUES (
        (SELECT max(id) FROM change), 1, new.planet_id, new.position, new.value);
END;

CREATE TRIGGER planet_alias_move_recorded AFTER UPDATE OF planet_id, position ON planet_alias
WHEN new.planet_id IS NOT old.planet_id OR new.position IS NOT old.position BEGIN
    INSERT INTO recording VALUES ('planet_alias', 'delete', 'planet', old.planet_id);
    INSERT INTO planet_alias_past VALUES (
        (SELECT max(id) FROM change), 0, old.planet_id, old.position, old.value);
    INSERT INTO recording VALUES ('planet_alias', 'insert', 'planet', new.planet_id);
    INSERT INTO planet_alias_past VALUES (
        (SELECT max(id) FROM change), 1, new.planet_id, new.position, new.value);
END;

CREATE TRIGGER planet_alias_past_update_refused BEFORE UPDATE ON planet_alias_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER planet_alias_past_delete_refused BEFORE DELETE ON planet_alias_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER planet_field_insert_recorded AFTER INSERT ON planet_field BEGIN
    INSERT INTO recording VALUES ('planet_field', 'insert', 'planet', new.planet_id);
    INSERT INTO planet_field_past VALUES (
        (SELECT max(id) FROM change), 1, new.planet_id, new.position, new.label, new.value);
END;

CREATE TRIGGER planet_field_delete_recorded AFTER DELETE ON planet_field BEGIN
    INSERT INTO recording VALUES ('planet_field', 'delete', 'planet', old.planet_id);
    INSERT INTO planet_field_past VALUES (
        (SELECT max(id) FROM change), 0, old.planet_id, old.position, old.label, old.value);
END;

CREATE TRIGGER planet_field_update_recorded AFTER UPDATE OF label, value ON planet_field
WHEN new.planet_id IS old.planet_id AND new.position IS old.position AND (new.label IS NOT old.label OR new.value IS NOT old.value) BEGIN
    INSERT INTO recording VALUES ('planet_field', 'update', 'planet', new.planet_id);
    INSERT INTO planet_field_past VALUES (
        (SELECT max(id) FROM change), 0, old.planet_id, old.position, old.label, old.value);
    INSERT INTO planet_field_past VALUES (
        (SELECT max(id) FROM change), 1, new.planet_id, new.position, new.label, new.value);
END;

CREATE TRIGGER planet_field_move_recorded AFTER UPDATE OF planet_id, position ON planet_field
WHEN new.planet_id IS NOT old.planet_id OR new.position IS NOT old.position BEGIN
    INSERT INTO recording VALUES ('planet_field', 'delete', 'planet', old.planet_id);
    INSERT INTO planet_field_past VALUES (
        (SELECT max(id) FROM change), 0, old.planet_id, old.position, old.label, old.value);
    INSERT INTO recording VALUES ('planet_field', 'insert', 'planet', new.planet_id);
    INSERT INTO planet_field_past VALUES (
        (SELECT max(id) FROM change), 1, new.planet_id, new.position, new.label, new.value);
END;

CREATE TRIGGER planet_field_past_update_refused BEFORE UPDATE ON planet_field_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER planet_field_past_delete_refused BEFORE DELETE ON planet_field_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER planet_citation_insert_recorded AFTER INSERT ON planet_citation BEGIN
    INSERT INTO recording VALUES ('planet_citation', 'insert', 'planet', new.planet_id);
    INSERT INTO planet_citation_past VALUES (
        (SELECT max(id) FROM change), 1, new.planet_id, new.position, new.label, new.value);
END;

CREATE TRIGGER planet_citation_delete_recorded AFTER DELETE ON planet_citation BEGIN
    INSERT INTO recording VALUES ('planet_citation', 'delete', 'planet', old.planet_id);
    INSERT INTO planet_citation_past VALUES (
        (SELECT max(id) FROM change), 0, old.planet_id, old.position, old.label, old.value);
END;

CREATE TRIGGER planet_citation_update_recorded AFTER UPDATE OF label, value ON planet_citation
WHEN new.planet_id IS old.planet_id AND new.position IS old.position AND (new.label IS NOT old.label OR new.value IS NOT old.value) BEGIN
    INSERT INTO recording VALUES ('planet_citation', 'update', 'planet', new.planet_id);
    INSERT INTO planet_citation_past VALUES (
        (SELECT max(id) FROM change), 0, old.planet_id, old.position, old.label, old.value);
    INSERT INTO planet_citation_past VALUES (
        (SELECT max(id) FROM change), 1, new.planet_id, new.position, new.label, new.value);
END;

CREATE TRIGGER planet_citation_move_recorded AFTER UPDATE OF planet_id, position ON planet_citation
WHEN new.planet_id IS NOT old.planet_id OR new.position IS NOT old.position BEGIN
    INSERT INTO recording VALUES ('planet_citation', 'delete', 'planet', old.planet_id);
    INSERT INTO planet_citation_past VALUES (
        (SELECT max(id) FROM change), 0, old.planet_id, old.position, old.label, old.value);
    INSERT INTO recording VALUES ('planet_citation', 'insert', 'planet', new.planet_id);
    INSERT INTO planet_citation_past VALUES (
        (SELECT max(id) FROM change), 1, new.planet_id, new.position, new.label, new.value);
END;

CREATE TRIGGER planet_citation_past_update_refused BEFORE UPDATE ON planet_citation_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER planet_citation_past_delete_refused BEFORE DELETE ON planet_citation_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_past_update_refused BEFORE UPDATE ON person_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_past_delete_refused BEFORE DELETE ON person_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_email_insert_recorded AFTER INSERT ON person_email BEGIN
    INSERT INTO recording VALUES ('person_email', 'insert', 'person', new.person_id);
    INSERT INTO person_email_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_email_delete_recorded AFTER DELETE ON person_email BEGIN
    INSERT INTO recording VALUES ('person_email', 'delete', 'person', old.person_id);
    INSERT INTO person_email_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
END;

CREATE TRIGGER person_email_update_recorded AFTER UPDATE OF label, value ON person_email
WHEN new.person_id IS old.person_id AND new.position IS old.position AND (new.label IS NOT old.label OR new.value IS NOT old.value) BEGIN
    INSERT INTO recording VALUES ('person_email', 'update', 'person', new.person_id);
    INSERT INTO person_email_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO person_email_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_email_move_recorded AFTER UPDATE OF person_id, position ON person_email
WHEN new.person_id IS NOT old.person_id OR new.position IS NOT old.position BEGIN
    INSERT INTO recording VALUES ('person_email', 'delete', 'person', old.person_id);
    INSERT INTO person_email_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO recording VALUES ('person_email', 'insert', 'person', new.person_id);
    INSERT INTO person_email_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_email_past_update_refused BEFORE UPDATE ON person_email_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_email_past_delete_refused BEFORE DELETE ON person_email_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_phone_insert_recorded AFTER INSERT ON person_phone BEGIN
    INSERT INTO recording VALUES ('person_phone', 'insert', 'person', new.person_id);
    INSERT INTO person_phone_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_phone_delete_recorded AFTER DELETE ON person_phone BEGIN
    INSERT INTO recording VALUES ('person_phone', 'delete', 'person', old.person_id);
    INSERT INTO person_phone_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
END;

CREATE TRIGGER person_phone_update_recorded AFTER UPDATE OF label, value ON person_phone
WHEN new.person_id IS old.person_id AND new.position IS old.position AND (new.label IS NOT old.label OR new.value IS NOT old.value) BEGIN
    INSERT INTO recording VALUES ('person_phone', 'update', 'person', new.person_id);
    INSERT INTO person_phone_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO person_phone_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_phone_move_recorded AFTER UPDATE OF person_id, position ON person_phone
WHEN new.person_id IS NOT old.person_id OR new.position IS NOT old.position BEGIN
    INSERT INTO recording VALUES ('person_phone', 'delete', 'person', old.person_id);
    INSERT INTO person_phone_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO recording VALUES ('person_phone', 'insert', 'person', new.person_id);
    INSERT INTO person_phone_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_phone_past_update_refused BEFORE UPDATE ON person_phone_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_phone_past_delete_refused BEFORE DELETE ON person_phone_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_address_insert_recorded AFTER INSERT ON person_address BEGIN
    INSERT INTO recording VALUES ('person_address', 'insert', 'person', new.person_id);
    INSERT INTO person_address_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.street, new.locality, new.region, new.postal_code, new.country);
END;

CREATE TRIGGER person_address_delete_recorded AFTER DELETE ON person_address BEGIN
    INSERT INTO recording VALUES ('person_address', 'delete', 'person', old.person_id);
    INSERT INTO person_address_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.street, old.locality, old.region, old.postal_code, old.country);
END;

CREATE TRIGGER person_address_update_recorded AFTER UPDATE OF label, street, locality, region, postal_code, country ON person_address
WHEN new.person_id IS old.person_id AND new.position IS old.position AND (new.label IS NOT old.label OR new.street IS NOT old.street OR new.locality IS NOT old.locality OR new.region IS NOT old.region OR new.postal_code IS NOT old.postal_code OR new.country IS NOT old.country) BEGIN
    INSERT INTO recording VALUES ('person_address', 'update', 'person', new.person_id);
    INSERT INTO person_address_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.street, old.locality, old.region, old.postal_code, old.country);
    INSERT INTO person_address_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.street, new.locality, new.region, new.postal_code, new.country);
END;

CREATE TRIGGER person_address_move_recorded AFTER UPDATE OF person_id, position ON person_address
WHEN new.person_id IS NOT old.person_id OR new.position IS NOT old.position BEGIN
    INSERT INTO recording VALUES ('person_address', 'delete', 'person', old.person_id);
    INSERT INTO person_address_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.street, old.locality, old.region, old.postal_code, old.country);
    INSERT INTO recording VALUES ('person_address', 'insert', 'person', new.person_id);
    INSERT INTO person_address_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.street, new.locality, new.region, new.postal_code, new.country);
END;

CREATE TRIGGER person_address_past_update_refused BEFORE UPDATE ON person_address_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_address_past_delete_refused BEFORE DELETE ON person_address_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_url_insert_recorded AFTER INSERT ON person_url BEGIN
    INSERT INTO recording VALUES ('person_url', 'insert', 'person', new.person_id);
    INSERT INTO person_url_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_url_delete_recorded AFTER DELETE ON person_url BEGIN
    INSERT INTO recording VALUES ('person_url', 'delete', 'person', old.person_id);
    INSERT INTO person_url_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
END;

CREATE TRIGGER person_url_update_recorded AFTER UPDATE OF label, value ON person_url
WHEN new.person_id IS old.person_id AND new.position IS old.position AND (new.label IS NOT old.label OR new.value IS NOT old.value) BEGIN
    INSERT INTO recording VALUES ('person_url', 'update', 'person', new.person_id);
    INSERT INTO person_url_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO person_url_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_url_move_recorded AFTER UPDATE OF person_id, position ON person_url
WHEN new.person_id IS NOT old.person_id OR new.position IS NOT old.position BEGIN
    INSERT INTO recording VALUES ('person_url', 'delete', 'person', old.person_id);
    INSERT INTO person_url_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO recording VALUES ('person_url', 'insert', 'person', new.person_id);
    INSERT INTO person_url_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_url_past_update_refused BEFORE UPDATE ON person_url_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_url_past_delete_refused BEFORE DELETE ON person_url_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_messenger_insert_recorded AFTER INSERT ON person_messenger BEGIN
    INSERT INTO recording VALUES ('person_messenger', 'insert', 'person', new.person_id);
    INSERT INTO person_messenger_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_messenger_delete_recorded AFTER DELETE ON person_messenger BEGIN
    INSERT INTO recording VALUES ('person_messenger', 'delete', 'person', old.person_id);
    INSERT INTO person_messenger_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
END;

CREATE TRIGGER person_messenger_update_recorded AFTER UPDATE OF label, value ON person_messenger
WHEN new.person_id IS old.person_id AND new.position IS old.position AND (new.label IS NOT old.label OR new.value IS NOT old.value) BEGIN
    INSERT INTO recording VALUES ('person_messenger', 'update', 'person', new.person_id);
    INSERT INTO person_messenger_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO person_messenger_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_messenger_move_recorded AFTER UPDATE OF person_id, position ON person_messenger
WHEN new.person_id IS NOT old.person_id OR new.position IS NOT old.position BEGIN
    INSERT INTO recording VALUES ('person_messenger', 'delete', 'person', old.person_id);
    INSERT INTO person_messenger_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO recording VALUES ('person_messenger', 'insert', 'person', new.person_id);
    INSERT INTO person_messenger_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_messenger_past_update_refused BEFORE UPDATE ON person_messenger_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_messenger_past_delete_refused BEFORE DELETE ON person_messenger_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_relation_insert_recorded AFTER INSERT ON person_relation BEGIN
    INSERT INTO recording VALUES ('person_relation', 'insert', 'person', new.person_id);
    INSERT INTO person_relation_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_relation_delete_recorded AFTER DELETE ON person_relation BEGIN
    INSERT INTO recording VALUES ('person_relation', 'delete', 'person', old.person_id);
    INSERT INTO person_relation_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
END;

CREATE TRIGGER person_relation_update_recorded AFTER UPDATE OF label, value ON person_relation
WHEN new.person_id IS old.person_id AND new.position IS old.position AND (new.label IS NOT old.label OR new.value IS NOT old.value) BEGIN
    INSERT INTO recording VALUES ('person_relation', 'update', 'person', new.person_id);
    INSERT INTO person_relation_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO person_relation_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_relation_move_recorded AFTER UPDATE OF person_id, position ON person_relation
WHEN new.person_id IS NOT old.person_id OR new.position IS NOT old.position BEGIN
    INSERT INTO recording VALUES ('person_relation', 'delete', 'person', old.person_id);
    INSERT INTO person_relation_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO recording VALUES ('person_relation', 'insert', 'person', new.person_id);
    INSERT INTO person_relation_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_relation_past_update_refused BEFORE UPDATE ON person_relation_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_relation_past_delete_refused BEFORE DELETE ON person_relation_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_field_insert_recorded AFTER INSERT ON person_field BEGIN
    INSERT INTO recording VALUES ('person_field', 'insert', 'person', new.person_id);
    INSERT INTO person_field_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_field_delete_recorded AFTER DELETE ON person_field BEGIN
    INSERT INTO recording VALUES ('person_field', 'delete', 'person', old.person_id);
    INSERT INTO person_field_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
END;

CREATE TRIGGER person_field_update_recorded AFTER UPDATE OF label, value ON person_field
WHEN new.person_id IS old.person_id AND new.position IS old.position AND (new.label IS NOT old.label OR new.value IS NOT old.value) BEGIN
    INSERT INTO recording VALUES ('person_field', 'update', 'person', new.person_id);
    INSERT INTO person_field_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO person_field_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_field_move_recorded AFTER UPDATE OF person_id, position ON person_field
WHEN new.person_id IS NOT old.person_id OR new.position IS NOT old.position BEGIN
    INSERT INTO recording VALUES ('person_field', 'delete', 'person', old.person_id);
    INSERT INTO person_field_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO recording VALUES ('person_field', 'insert', 'person', new.person_id);
    INSERT INTO person_field_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_field_past_update_refused BEFORE UPDATE ON person_field_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_field_past_delete_refused BEFORE DELETE ON person_field_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_card_insert_recorded AFTER INSERT ON person_card BEGIN
    INSERT INTO recording VALUES ('person_card', 'insert', 'person', new.person_id);
    INSERT INTO person_card_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.value);
END;

CREATE TRIGGER person_card_delete_recorded AFTER DELETE ON person_card BEGIN
    INSERT INTO recording VALUES ('person_card', 'delete', 'person', old.person_id);
    INSERT INTO person_card_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.value);
END;

CREATE TRIGGER person_card_update_recorded AFTER UPDATE OF value ON person_card
WHEN new.person_id IS old.person_id AND new.position IS old.position AND (new.value IS NOT old.value) BEGIN
    INSERT INTO recording VALUES ('person_card', 'update', 'person', new.person_id);
    INSERT INTO person_card_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.value);
    INSERT INTO person_card_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.value);
END;

CREATE TRIGGER person_card_move_recorded AFTER UPDATE OF person_id, position ON person_card
WHEN new.person_id IS NOT old.person_id OR new.position IS NOT old.position BEGIN
    INSERT INTO recording VALUES ('person_card', 'delete', 'person', old.person_id);
    INSERT INTO person_card_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.value);
    INSERT INTO recording VALUES ('person_card', 'insert', 'person', new.person_id);
    INSERT INTO person_card_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.value);
END;

CREATE TRIGGER person_card_past_update_refused BEFORE UPDATE ON person_card_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_card_past_delete_refused BEFORE DELETE ON person_card_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_uid_insert_recorded AFTER INSERT ON person_uid BEGIN
    INSERT INTO recording VALUES ('person_uid', 'insert', 'person', new.person_id);
    INSERT INTO person_uid_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.value);
END;

CREATE TRIGGER person_uid_delete_recorded AFTER DELETE ON person_uid BEGIN
    INSERT INTO recording VALUES ('person_uid', 'delete', 'person', old.person_id);
    INSERT INTO person_uid_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.value);
END;

CREATE TRIGGER person_uid_update_recorded AFTER UPDATE OF value ON person_uid
WHEN new.person_id IS old.person_id AND new.position IS old.position AND (new.value IS NOT old.value) BEGIN
    INSERT INTO recording VALUES ('person_uid', 'update', 'person', new.person_id);
    INSERT INTO person_uid_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.value);
    INSERT INTO person_uid_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.value);
END;

CREATE TRIGGER person_uid_move_recorded AFTER UPDATE OF person_id, position ON person_uid
WHEN new.person_id IS NOT old.person_id OR new.position IS NOT old.position BEGIN
    INSERT INTO recording VALUES ('person_uid', 'delete', 'person', old.person_id);
    INSERT INTO person_uid_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.value);
    INSERT INTO recording VALUES ('person_uid', 'insert', 'person', new.person_id);
    INSERT INTO person_uid_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.value);
END;

CREATE TRIGGER person_uid_past_update_refused BEFORE UPDATE ON person_uid_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_uid_past_delete_refused BEFORE DELETE ON person_uid_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_merge_insert_recorded AFTER INSERT ON person_merge BEGIN
    INSERT INTO recording VALUES ('person_merge', 'insert', 'person', new.person_id);
    INSERT INTO person_merge_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.heir_id);
END;

CREATE TRIGGER person_merge_delete_recorded AFTER DELETE ON person_merge BEGIN
    INSERT INTO recording VALUES ('person_merge', 'delete', 'person', old.person_id);
    INSERT INTO person_merge_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.heir_id);
END;

CREATE TRIGGER person_merge_update_recorded AFTER UPDATE OF heir_id ON person_merge
WHEN new.person_id IS old.person_id AND (new.heir_id IS NOT old.heir_id) BEGIN
    INSERT INTO recording VALUES ('person_merge', 'update', 'person', new.person_id);
    INSERT INTO person_merge_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.heir_id);
    INSERT INTO person_merge_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.heir_id);
END;

CREATE TRIGGER person_merge_move_recorded AFTER UPDATE OF person_id ON person_merge
WHEN new.person_id IS NOT old.person_id BEGIN
    INSERT INTO recording VALUES ('person_merge', 'delete', 'person', old.person_id);
    INSERT INTO person_merge_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.heir_id);
    INSERT INTO recording VALUES ('person_merge', 'insert', 'person', new.person_id);
    INSERT INTO person_merge_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.heir_id);
END;

CREATE TRIGGER person_merge_past_update_refused BEFORE UPDATE ON person_merge_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_merge_past_delete_refused BEFORE DELETE ON person_merge_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER people_group_past_update_refused BEFORE UPDATE ON people_group_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER people_group_past_delete_refused BEFORE DELETE ON people_group_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER membership_insert_recorded AFTER INSERT ON membership BEGIN
    INSERT INTO recording VALUES ('membership', 'insert', 'group', new.group_id);
    INSERT INTO membership_past VALUES (
        (SELECT max(id) FROM change), 1, new.group_id, new.person_id, new.position);
END;

CREATE TRIGGER membership_delete_recorded AFTER DELETE ON membership BEGIN
    INSERT INTO recording VALUES ('membership', 'delete', 'group', old.group_id);
    INSERT INTO membership_past VALUES (
        (SELECT max(id) FROM change), 0, old.group_id, old.person_id, old.position);
END;

CREATE TRIGGER membership_update_recorded AFTER UPDATE OF position ON membership
WHEN new.group_id IS old.group_id AND new.person_id IS old.person_id AND (new.position IS NOT old.position) BEGIN
    INSERT INTO recording VALUES ('membership', 'update', 'group', new.group_id);
    INSERT INTO membership_past VALUES (
        (SELECT max(id) FROM change), 0, old.group_id, old.person_id, old.position);
    INSERT INTO membership_past VALUES (
        (SELECT max(id) FROM change), 1, new.group_id, new.person_id, new.position);
END;

CREATE TRIGGER membership_move_recorded AFTER UPDATE OF group_id, person_id ON membership
WHEN new.group_id IS NOT old.group_id OR new.person_id IS NOT old.person_id BEGIN
    INSERT INTO recording VALUES ('membership', 'delete', 'group', old.group_id);
    INSERT INTO membership_past VALUES (
        (SELECT max(id) FROM change), 0, old.group_id, old.person_id, old.position);
    INSERT INTO recording VALUES ('membership', 'insert', 'group', new.group_id);
    INSERT INTO membership_past VALUES (
        (SELECT max(id) FROM change), 1, new.group_id, new.person_id, new.position);
END;

CREATE TRIGGER membership_past_update_refused BEFORE UPDATE ON membership_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER membership_past_delete_refused BEFORE DELETE ON membership_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER note_insert_recorded AFTER INSERT ON note BEGIN
    INSERT INTO recording VALUES ('note', 'insert', 'note', new.id);
    INSERT INTO note_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.topic, new.text, new.person_id, new.group_id, new.planet_id);
END;

CREATE TRIGGER note_delete_recorded AFTER DELETE ON note BEGIN
    INSERT INTO recording VALUES ('note', 'delete', 'note', old.id);
    INSERT INTO note_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.topic, old.text, old.person_id, old.group_id, old.planet_id);
END;

CREATE TRIGGER note_update_recorded AFTER UPDATE OF uuid, created, modified, version, topic, text, person_id, group_id, planet_id ON note
WHEN new.id IS old.id AND (new.uuid IS NOT old.uuid OR new.created IS NOT old.created OR new.modified IS NOT old.modified OR new.version IS NOT old.version OR new.topic IS NOT old.topic OR new.text IS NOT old.text OR new.person_id IS NOT old.person_id OR new.group_id IS NOT old.group_id OR new.planet_id IS NOT old.planet_id) BEGIN
    INSERT INTO recording VALUES ('note', 'update', 'note', new.id);
    INSERT INTO note_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.topic, old.text, old.person_id, old.group_id, old.planet_id);
    INSERT INTO note_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.topic, new.text, new.person_id, new.group_id, new.planet_id);
    UPDATE note SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE id = new.id AND new.version = old.version;
END;

CREATE TRIGGER note_move_recorded AFTER UPDATE OF id ON note
WHEN new.id IS NOT old.id BEGIN
    INSERT INTO recording VALUES ('note', 'delete', 'note', old.id);
    INSERT INTO note_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.topic, old.text, old.person_id, old.group_id, old.planet_id);
    INSERT INTO recording VALUES ('note', 'insert', 'note', new.id);
    INSERT INTO note_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.topic, new.text, new.person_id, new.group_id, new.planet_id);
END;

CREATE TRIGGER note_past_update_refused BEFORE UPDATE ON note_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER note_past_delete_refused BEFORE DELETE ON note_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER favorite_past_update_refused BEFORE UPDATE ON favorite_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER favorite_past_delete_refused BEFORE DELETE ON favorite_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER planted_insert_recorded AFTER INSERT ON planted BEGIN
    INSERT INTO recording VALUES ('planted', 'insert', new.kind, coalesce(new.person_id, new.group_id, new.planet_id, new.note_id));
    INSERT INTO planted_past VALUES (
        (SELECT max(id) FROM change), 1, new.seed_set, new.kind, new.key, new.person_id, new.group_id, new.planet_id, new.note_id);
END;

CREATE TRIGGER planted_delete_recorded AFTER DELETE ON planted BEGIN
    INSERT INTO recording VALUES ('planted', 'delete', old.kind, coalesce(old.person_id, old.group_id, old.planet_id, old.note_id));
    INSERT INTO planted_past VALUES (
        (SELECT max(id) FROM change), 0, old.seed_set, old.kind, old.key, old.person_id, old.group_id, old.planet_id, old.note_id);
END;

CREATE TRIGGER planted_update_recorded AFTER UPDATE OF person_id, group_id, planet_id, note_id ON planted
WHEN new.seed_set IS old.seed_set AND new.kind IS old.kind AND new.key IS old.key AND (new.person_id IS NOT old.person_id OR new.group_id IS NOT old.group_id OR new.planet_id IS NOT old.planet_id OR new.note_id IS NOT old.note_id) BEGIN
    INSERT INTO recording VALUES ('planted', 'update', new.kind, coalesce(new.person_id, new.group_id, new.planet_id, new.note_id, old.person_id, old.group_id, old.planet_id, old.note_id));
    INSERT INTO planted_past VALUES (
        (SELECT max(id) FROM change), 0, old.seed_set, old.kind, old.key, old.person_id, old.group_id, old.planet_id, old.note_id);
    INSERT INTO planted_past VALUES (
        (SELECT max(id) FROM change), 1, new.seed_set, new.kind, new.key, new.person_id, new.group_id, new.planet_id, new.note_id);
END;

CREATE TRIGGER planted_move_recorded AFTER UPDATE OF seed_set, kind, key ON planted
WHEN new.seed_set IS NOT old.seed_set OR new.kind IS NOT old.kind OR new.key IS NOT old.key BEGIN
    INSERT INTO recording VALUES ('planted', 'delete', old.kind, coalesce(old.person_id, old.group_id, old.planet_id, old.note_id));
    INSERT INTO planted_past VALUES (
        (SELECT max(id) FROM change), 0, old.seed_set, old.kind, old.key, old.person_id, old.group_id, old.planet_id, old.note_id);
    INSERT INTO recording VALUES ('planted', 'insert', new.kind, coalesce(new.person_id, new.group_id, new.planet_id, new.note_id));
    INSERT INTO planted_past VALUES (
        (SELECT max(id) FROM change), 1, new.seed_set, new.kind, new.key, new.person_id, new.group_id, new.planet_id, new.note_id);
END;

CREATE TRIGGER planted_past_update_refused BEFORE UPDATE ON planted_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER planted_past_delete_refused BEFORE DELETE ON planted_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE INDEX membership_past_by_person ON membership_past (person_id, change_id);

CREATE INDEX person_merge_past_by_heir ON person_merge_past (heir_id, change_id);

CREATE INDEX person_by_pronouns ON person (nullif(pronouns, '') COLLATE NOCASE, id);

CREATE INDEX person_by_gender ON person (gender COLLATE NOCASE, id);

CREATE INDEX people_group_by_kind     ON people_group (nullif(kind, '') COLLATE NOCASE, sort_key, id);

CREATE INDEX people_group_by_episode  ON people_group (episode, id);

CREATE INDEX people_group_by_released ON people_group (released, id);

CREATE INDEX people_group_by_length   ON people_group (length_m, id);

CREATE INDEX people_group_by_crew     ON people_group (crew, id);

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

CREATE TABLE group_planet_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    group_id INTEGER,
    planet_id INTEGER,
    position INTEGER,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER people_group_updated AFTER UPDATE OF name, description, kind, director, released, class ON people_group BEGIN
    INSERT INTO search_pending VALUES ('group', new.id);
END;

CREATE TRIGGER people_group_insert_recorded AFTER INSERT ON people_group BEGIN
    INSERT INTO recording VALUES ('people_group', 'insert', 'group', new.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name, new.description, new.search, new.person_filter, new.planet_filter, new.kind, new.episode, new.director, new.released, new.class, new.length_m, new.crew);
END;

CREATE TRIGGER people_group_delete_recorded AFTER DELETE ON people_group BEGIN
    INSERT INTO recording VALUES ('people_group', 'delete', 'group', old.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.name, old.description, old.search, old.person_filter, old.planet_filter, old.kind, old.episode, old.director, old.released, old.class, old.length_m, old.crew);
END;

CREATE TRIGGER people_group_update_recorded AFTER UPDATE OF uuid, created, modified, version, name, description, search, person_filter, planet_filter, kind, episode, director, released, class, length_m, crew ON people_group
WHEN new.id IS old.id AND (new.uuid IS NOT old.uuid OR new.created IS NOT old.created OR new.modified IS NOT old.modified OR new.version IS NOT old.version OR new.name IS NOT old.name OR new.description IS NOT old.description OR new.search IS NOT old.search OR new.person_filter IS NOT old.person_filter OR new.planet_filter IS NOT old.planet_filter OR new.kind IS NOT old.kind OR new.episode IS NOT old.episode OR new.director IS NOT old.director OR new.released IS NOT old.released OR new.class IS NOT old.class OR new.length_m IS NOT old.length_m OR new.crew IS NOT old.crew) BEGIN
    INSERT INTO recording VALUES ('people_group', 'update', 'group', new.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.name, old.description, old.search, old.person_filter, old.planet_filter, old.kind, old.episode, old.director, old.released, old.class, old.length_m, old.crew);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name, new.description, new.search, new.person_filter, new.planet_filter, new.kind, new.episode, new.director, new.released, new.class, new.length_m, new.crew);
    UPDATE people_group SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE id = new.id AND new.version = old.version;
END;

CREATE TRIGGER people_group_move_recorded AFTER UPDATE OF id ON people_group
WHEN new.id IS NOT old.id BEGIN
    INSERT INTO recording VALUES ('people_group', 'delete', 'group', old.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.name, old.description, old.search, old.person_filter, old.planet_filter, old.kind, old.episode, old.director, old.released, old.class, old.length_m, old.crew);
    INSERT INTO recording VALUES ('people_group', 'insert', 'group', new.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name, new.description, new.search, new.person_filter, new.planet_filter, new.kind, new.episode, new.director, new.released, new.class, new.length_m, new.crew);
END;

CREATE TRIGGER group_planet_insert_recorded AFTER INSERT ON group_planet BEGIN
    INSERT INTO recording VALUES ('group_planet', 'insert', 'group', new.group_id);
    INSERT INTO group_planet_past VALUES (
        (SELECT max(id) FROM change), 1, new.group_id, new.planet_id, new.position);
END;

CREATE TRIGGER group_planet_delete_recorded AFTER DELETE ON group_planet BEGIN
    INSERT INTO recording VALUES ('group_planet', 'delete', 'group', old.group_id);
    INSERT INTO group_planet_past VALUES (
        (SELECT max(id) FROM change), 0, old.group_id, old.planet_id, old.position);
END;

CREATE TRIGGER group_planet_update_recorded AFTER UPDATE OF position ON group_planet
WHEN new.group_id IS old.group_id AND new.planet_id IS old.planet_id AND (new.position IS NOT old.position) BEGIN
    INSERT INTO recording VALUES ('group_planet', 'update', 'group', new.group_id);
    INSERT INTO group_planet_past VALUES (
        (SELECT max(id) FROM change), 0, old.group_id, old.planet_id, old.position);
    INSERT INTO group_planet_past VALUES (
        (SELECT max(id) FROM change), 1, new.group_id, new.planet_id, new.position);
END;

CREATE TRIGGER group_planet_move_recorded AFTER UPDATE OF group_id, planet_id ON group_planet
WHEN new.group_id IS NOT old.group_id OR new.planet_id IS NOT old.planet_id BEGIN
    INSERT INTO recording VALUES ('group_planet', 'delete', 'group', old.group_id);
    INSERT INTO group_planet_past VALUES (
        (SELECT max(id) FROM change), 0, old.group_id, old.planet_id, old.position);
    INSERT INTO recording VALUES ('group_planet', 'insert', 'group', new.group_id);
    INSERT INTO group_planet_past VALUES (
        (SELECT max(id) FROM change), 1, new.group_id, new.planet_id, new.position);
END;

CREATE TRIGGER group_planet_past_update_refused BEFORE UPDATE ON group_planet_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER group_planet_past_delete_refused BEFORE DELETE ON group_planet_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE INDEX group_planet_past_by_planet ON group_planet_past (planet_id, change_id);

CREATE TABLE group_card (
    group_id INTEGER NOT NULL REFERENCES people_group ON DELETE CASCADE,
    position INTEGER NOT NULL,
    value    TEXT NOT NULL,
    PRIMARY KEY (group_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE group_card_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    group_id INTEGER,
    position INTEGER,
    value TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER group_card_insert_recorded AFTER INSERT ON group_card BEGIN
    INSERT INTO recording VALUES ('group_card', 'insert', 'group', new.group_id);
    INSERT INTO group_card_past VALUES (
        (SELECT max(id) FROM change), 1, new.group_id, new.position, new.value);
END;

CREATE TRIGGER group_card_delete_recorded AFTER DELETE ON group_card BEGIN
    INSERT INTO recording VALUES ('group_card', 'delete', 'group', old.group_id);
    INSERT INTO group_card_past VALUES (
        (SELECT max(id) FROM change), 0, old.group_id, old.position, old.value);
END;

CREATE TRIGGER group_card_update_recorded AFTER UPDATE OF value ON group_card
WHEN new.group_id IS old.group_id AND new.position IS old.position AND (new.value IS NOT old.value) BEGIN
    INSERT INTO recording VALUES ('group_card', 'update', 'group', new.group_id);
    INSERT INTO group_card_past VALUES (
        (SELECT max(id) FROM change), 0, old.group_id, old.position, old.value);
    INSERT INTO group_card_past VALUES (
        (SELECT max(id) FROM change), 1, new.group_id, new.position, new.value);
END;

CREATE TRIGGER group_card_move_recorded AFTER UPDATE OF group_id, position ON group_card
WHEN new.group_id IS NOT old.group_id OR new.position IS NOT old.position BEGIN
    INSERT INTO recording VALUES ('group_card', 'delete', 'group', old.group_id);
    INSERT INTO group_card_past VALUES (
        (SELECT max(id) FROM change), 0, old.group_id, old.position, old.value);
    INSERT INTO recording VALUES ('group_card', 'insert', 'group', new.group_id);
    INSERT INTO group_card_past VALUES (
        (SELECT max(id) FROM change), 1, new.group_id, new.position, new.value);
END;

CREATE TRIGGER group_card_past_update_refused BEFORE UPDATE ON group_card_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER group_card_past_delete_refused BEFORE DELETE ON group_card_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TABLE person_profile (
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_profile_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    person_id INTEGER,
    position INTEGER,
    label TEXT,
    value TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER person_profile_inserted AFTER INSERT ON person_profile BEGIN
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_profile_updated AFTER UPDATE ON person_profile BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_profile_deleted AFTER DELETE ON person_profile BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
END;

CREATE TRIGGER person_profile_insert_recorded AFTER INSERT ON person_profile BEGIN
    INSERT INTO recording VALUES ('person_profile', 'insert', 'person', new.person_id);
    INSERT INTO person_profile_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_profile_delete_recorded AFTER DELETE ON person_profile BEGIN
    INSERT INTO recording VALUES ('person_profile', 'delete', 'person', old.person_id);
    INSERT INTO person_profile_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
END;

CREATE TRIGGER person_profile_update_recorded AFTER UPDATE OF label, value ON person_profile
WHEN new.person_id IS old.person_id AND new.position IS old.position AND (new.label IS NOT old.label OR new.value IS NOT old.value) BEGIN
    INSERT INTO recording VALUES ('person_profile', 'update', 'person', new.person_id);
    INSERT INTO person_profile_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO person_profile_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_profile_move_recorded AFTER UPDATE OF person_id, position ON person_profile
WHEN new.person_id IS NOT old.person_id OR new.position IS NOT old.position BEGIN
    INSERT INTO recording VALUES ('person_profile', 'delete', 'person', old.person_id);
    INSERT INTO person_profile_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO recording VALUES ('person_profile', 'insert', 'person', new.person_id);
    INSERT INTO person_profile_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_profile_past_update_refused BEFORE UPDATE ON person_profile_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_profile_past_delete_refused BEFORE DELETE ON person_profile_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TABLE remote (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    name              TEXT NOT NULL UNIQUE COLLATE NOCASE,
    location          TEXT NOT NULL UNIQUE,  -- the path of a folder, or the URL of an address book
    contents          TEXT NOT NULL CHECK (contents IN ('all', 'own', 'group')),
    group_id          INTEGER,               -- kept if the group is deleted
    is_read_only      INTEGER NOT NULL CHECK (is_read_only IN (0, 1)),
    is_default        INTEGER NOT NULL CHECK (is_default IN (0, 1)),

    user_name         TEXT,
    password_source   TEXT CHECK (password_source IN ('command', 'file', 'prompt')),
    password_location TEXT,                  -- the command or the path; the password is never stored
    authority_file    TEXT,
    permitted_origins TEXT NOT NULL,         -- the servers that may receive the password, one per line

    accepts_version_4 INTEGER NOT NULL CHECK (accepts_version_4 IN (0, 1)),
    rejects_writes    INTEGER NOT NULL CHECK (rejects_writes IN (0, 1)),
    maximum_size      INTEGER,               -- of a card in bytes; NULL if unknown
    batch_size        INTEGER NOT NULL CHECK (batch_size > 0),

    generation        INTEGER NOT NULL,      -- incremented by each transaction of a synchronization
    has_group_cards   INTEGER NOT NULL CHECK (has_group_cards IN (0, 1)),  -- whether it has ever contained the card of a group
    sync_token        TEXT,
    last_change       INTEGER NOT NULL,      -- the last change in the history that was compared with the address book
    synchronized      TEXT,                  -- the time of the last synchronization
    is_complete       INTEGER NOT NULL CHECK (is_complete IN (0, 1)),
    CHECK ((contents = 'group') = (group_id IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX remote_default ON remote (is_default) WHERE is_default = 1;

CREATE TABLE remote_card (
    remote_id INTEGER NOT NULL REFERENCES remote ON DELETE CASCADE,
    address   TEXT NOT NULL,                 -- the file name, or the path on the server
    uid       TEXT,
    etag      TEXT NOT NULL,
    kind      TEXT NOT NULL CHECK (kind IN ('person', 'group')),
    record_id INTEGER NOT NULL,              -- kept if the record is deleted
    revision  INTEGER,                       -- of the record in the card; NULL if the record must be sent
    dropped   TEXT NOT NULL,                 -- the properties that the server does not store, separated by spaces
    base      BLOB NOT NULL                  -- the card as the address book last returned it
) STRICT;

CREATE UNIQUE INDEX remote_card_by_address ON remote_card (remote_id, address, etag);

CREATE UNIQUE INDEX remote_card_by_uid     ON remote_card (remote_id, uid) WHERE uid IS NOT NULL;

CREATE UNIQUE INDEX remote_card_by_record  ON remote_card (kind, record_id, remote_id);

CREATE TABLE sync_candidate (
    remote_id INTEGER NOT NULL REFERENCES remote ON DELETE CASCADE,
    kind      TEXT NOT NULL CHECK (kind IN ('person', 'group')),
    record_id INTEGER NOT NULL,
    PRIMARY KEY (remote_id, kind, record_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE sync_intent (
    remote_id INTEGER NOT NULL REFERENCES remote ON DELETE CASCADE,
    address   TEXT NOT NULL,
    kind      TEXT NOT NULL CHECK (kind IN ('person', 'group')),
    record_id INTEGER NOT NULL,
    etag      TEXT,                          -- the expected ETag; NULL if the card must not exist
    revision  INTEGER,                       -- of the record in the card; NULL for a deletion
    card      BLOB,                          -- NULL for a deletion
    PRIMARY KEY (remote_id, address),
    CHECK ((card IS NULL) = (revision IS NULL)),
    CHECK (card IS NOT NULL OR etag IS NOT NULL)
) STRICT;

CREATE TABLE sync_conflict (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    remote_id INTEGER NOT NULL REFERENCES remote ON DELETE CASCADE,
    kind      TEXT NOT NULL CHECK (kind IN ('person', 'group')),
    record_id INTEGER NOT NULL,
    found     TEXT NOT NULL,
    property  TEXT NOT NULL,
    base      TEXT NOT NULL,
    mine      TEXT NOT NULL,
    theirs    TEXT NOT NULL
, resolution INTEGER) STRICT;

CREATE INDEX sync_conflict_by_remote ON sync_conflict (remote_id);

CREATE TABLE person_language (
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_language_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    person_id INTEGER,
    position INTEGER,
    label TEXT,
    value TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER person_language_inserted AFTER INSERT ON person_language BEGIN
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_language_updated AFTER UPDATE ON person_language BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_language_deleted AFTER DELETE ON person_language BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
END;

CREATE TRIGGER person_language_insert_recorded AFTER INSERT ON person_language BEGIN
    INSERT INTO recording VALUES ('person_language', 'insert', 'person', new.person_id);
    INSERT INTO person_language_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_language_delete_recorded AFTER DELETE ON person_language BEGIN
    INSERT INTO recording VALUES ('person_language', 'delete', 'person', old.person_id);
    INSERT INTO person_language_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
END;

CREATE TRIGGER person_language_update_recorded AFTER UPDATE OF label, value ON person_language
WHEN new.person_id IS old.person_id AND new.position IS old.position AND (new.label IS NOT old.label OR new.value IS NOT old.value) BEGIN
    INSERT INTO recording VALUES ('person_language', 'update', 'person', new.person_id);
    INSERT INTO person_language_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO person_language_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_language_move_recorded AFTER UPDATE OF person_id, position ON person_language
WHEN new.person_id IS NOT old.person_id OR new.position IS NOT old.position BEGIN
    INSERT INTO recording VALUES ('person_language', 'delete', 'person', old.person_id);
    INSERT INTO person_language_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO recording VALUES ('person_language', 'insert', 'person', new.person_id);
    INSERT INTO person_language_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_language_past_update_refused BEFORE UPDATE ON person_language_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_language_past_delete_refused BEFORE DELETE ON person_language_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TABLE former_card (
    id        INTEGER PRIMARY KEY,
    person_id INTEGER NOT NULL,  -- kept until a deleted person is purged
    photo     TEXT,              -- of an exported card
    card      BLOB NOT NULL      -- without the photo
) STRICT;

CREATE INDEX former_card_by_person ON former_card (person_id);

CREATE TABLE name_rules (
    id            INTEGER PRIMARY KEY CHECK (id = 1),
    name_order    TEXT NOT NULL CHECK (name_order IN ('card', 'given', 'family')),
    sort_language TEXT NOT NULL  -- an ISO 639 code; empty for the order of the basic letters
) STRICT;

CREATE TRIGGER planet_insert_recorded AFTER INSERT ON planet BEGIN
    INSERT INTO recording VALUES ('planet', 'insert', 'planet', new.id);
    INSERT INTO planet_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name, new.type, new.status, new.parent, new.mass_kg, new.radius_km, new.semi_major_axis_au, new.semi_major_axis_km, new.eccentricity, new.inclination_deg, new.orbital_period_days, new.rotation_hours, new.axial_tilt_deg, new.mean_temperature_k, new.gravity_m_s2, new.density_g_cm3, new.moons, new.rings, new.discovery_year, new.discoverer, new.discovery_method, new.distance_pc, new.constellation, new.star_spectral_type, new.star_mass_sun, new.star_radius_sun, new.star_temperature_k, new.system_stars, new.ra_deg, new.dec_deg, new.estimated, new.source, new.url, new.picture, new.transit_midpoint, new.transit_duration, new.star_magnitude_v, new.star_magnitude_gaia, new.star_magnitude_k, new.uncertainties);
END;

CREATE TRIGGER planet_delete_recorded AFTER DELETE ON planet BEGIN
    INSERT INTO recording VALUES ('planet', 'delete', 'planet', old.id);
    INSERT INTO planet_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.name, old.type, old.status, old.parent, old.mass_kg, old.radius_km, old.semi_major_axis_au, old.semi_major_axis_km, old.eccentricity, old.inclination_deg, old.orbital_period_days, old.rotation_hours, old.axial_tilt_deg, old.mean_temperature_k, old.gravity_m_s2, old.density_g_cm3, old.moons, old.rings, old.discovery_year, old.discoverer, old.discovery_method, old.distance_pc, old.constellation, old.star_spectral_type, old.star_mass_sun, old.star_radius_sun, old.star_temperature_k, old.system_stars, old.ra_deg, old.dec_deg, old.estimated, old.source, old.url, old.picture, old.transit_midpoint, old.transit_duration, old.star_magnitude_v, old.star_magnitude_gaia, old.star_magnitude_k, old.uncertainties);
END;

CREATE TRIGGER planet_update_recorded AFTER UPDATE OF uuid, created, modified, version, name, type, status, parent, mass_kg, radius_km, semi_major_axis_au, semi_major_axis_km, eccentricity, inclination_deg, orbital_period_days, rotation_hours, axial_tilt_deg, mean_temperature_k, gravity_m_s2, density_g_cm3, moons, rings, discovery_year, discoverer, discovery_method, distance_pc, constellation, star_spectral_type, star_mass_sun, star_radius_sun, star_temperature_k, system_stars, ra_deg, dec_deg, estimated, source, url, picture, transit_midpoint, transit_duration, star_magnitude_v, star_magnitude_gaia, star_magnitude_k, uncertainties ON planet
WHEN new.id IS old.id AND (new.uuid IS NOT old.uuid OR new.created IS NOT old.created OR new.modified IS NOT old.modified OR new.version IS NOT old.version OR new.name IS NOT old.name OR new.type IS NOT old.type OR new.status IS NOT old.status OR new.parent IS NOT old.parent OR new.mass_kg IS NOT old.mass_kg OR new.radius_km IS NOT old.radius_km OR new.semi_major_axis_au IS NOT old.semi_major_axis_au OR new.semi_major_axis_km IS NOT old.semi_major_axis_km OR new.eccentricity IS NOT old.eccentricity OR new.inclination_deg IS NOT old.inclination_deg OR new.orbital_period_days IS NOT old.orbital_period_days OR new.rotation_hours IS NOT old.rotation_hours OR new.axial_tilt_deg IS NOT old.axial_tilt_deg OR new.mean_temperature_k IS NOT old.mean_temperature_k OR new.gravity_m_s2 IS NOT old.gravity_m_s2 OR new.density_g_cm3 IS NOT old.density_g_cm3 OR new.moons IS NOT old.moons OR new.rings IS NOT old.rings OR new.discovery_year IS NOT old.discovery_year OR new.discoverer IS NOT old.discoverer OR new.discovery_method IS NOT old.discovery_method OR new.distance_pc IS NOT old.distance_pc OR new.constellation IS NOT old.constellation OR new.star_spectral_type IS NOT old.star_spectral_type OR new.star_mass_sun IS NOT old.star_mass_sun OR new.star_radius_sun IS NOT old.star_radius_sun OR new.star_temperature_k IS NOT old.star_temperature_k OR new.system_stars IS NOT old.system_stars OR new.ra_deg IS NOT old.ra_deg OR new.dec_deg IS NOT old.dec_deg OR new.estimated IS NOT old.estimated OR new.source IS NOT old.source OR new.url IS NOT old.url OR new.picture IS NOT old.picture OR new.transit_midpoint IS NOT old.transit_midpoint OR new.transit_duration IS NOT old.transit_duration OR new.star_magnitude_v IS NOT old.star_magnitude_v OR new.star_magnitude_gaia IS NOT old.star_magnitude_gaia OR new.star_magnitude_k IS NOT old.star_magnitude_k OR new.uncertainties IS NOT old.uncertainties) BEGIN
    INSERT INTO recording VALUES ('planet', 'update', 'planet', new.id);
    INSERT INTO planet_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.name, old.type, old.status, old.parent, old.mass_kg, old.radius_km, old.semi_major_axis_au, old.semi_major_axis_km, old.eccentricity, old.inclination_deg, old.orbital_period_days, old.rotation_hours, old.axial_tilt_deg, old.mean_temperature_k, old.gravity_m_s2, old.density_g_cm3, old.moons, old.rings, old.discovery_year, old.discoverer, old.discovery_method, old.distance_pc, old.constellation, old.star_spectral_type, old.star_mass_sun, old.star_radius_sun, old.star_temperature_k, old.system_stars, old.ra_deg, old.dec_deg, old.estimated, old.source, old.url, old.picture, old.transit_midpoint, old.transit_duration, old.star_magnitude_v, old.star_magnitude_gaia, old.star_magnitude_k, old.uncertainties);
    INSERT INTO planet_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name, new.type, new.status, new.parent, new.mass_kg, new.radius_km, new.semi_major_axis_au, new.semi_major_axis_km, new.eccentricity, new.inclination_deg, new.orbital_period_days, new.rotation_hours, new.axial_tilt_deg, new.mean_temperature_k, new.gravity_m_s2, new.density_g_cm3, new.moons, new.rings, new.discovery_year, new.discoverer, new.discovery_method, new.distance_pc, new.constellation, new.star_spectral_type, new.star_mass_sun, new.star_radius_sun, new.star_temperature_k, new.system_stars, new.ra_deg, new.dec_deg, new.estimated, new.source, new.url, new.picture, new.transit_midpoint, new.transit_duration, new.star_magnitude_v, new.star_magnitude_gaia, new.star_magnitude_k, new.uncertainties);
    UPDATE planet SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE id = new.id AND new.version = old.version;
END;

CREATE TRIGGER planet_move_recorded AFTER UPDATE OF id ON planet
WHEN new.id IS NOT old.id BEGIN
    INSERT INTO recording VALUES ('planet', 'delete', 'planet', old.id);
    INSERT INTO planet_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.name, old.type, old.status, old.parent, old.mass_kg, old.radius_km, old.semi_major_axis_au, old.semi_major_axis_km, old.eccentricity, old.inclination_deg, old.orbital_period_days, old.rotation_hours, old.axial_tilt_deg, old.mean_temperature_k, old.gravity_m_s2, old.density_g_cm3, old.moons, old.rings, old.discovery_year, old.discoverer, old.discovery_method, old.distance_pc, old.constellation, old.star_spectral_type, old.star_mass_sun, old.star_radius_sun, old.star_temperature_k, old.system_stars, old.ra_deg, old.dec_deg, old.estimated, old.source, old.url, old.picture, old.transit_midpoint, old.transit_duration, old.star_magnitude_v, old.star_magnitude_gaia, old.star_magnitude_k, old.uncertainties);
    INSERT INTO recording VALUES ('planet', 'insert', 'planet', new.id);
    INSERT INTO planet_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name, new.type, new.status, new.parent, new.mass_kg, new.radius_km, new.semi_major_axis_au, new.semi_major_axis_km, new.eccentricity, new.inclination_deg, new.orbital_period_days, new.rotation_hours, new.axial_tilt_deg, new.mean_temperature_k, new.gravity_m_s2, new.density_g_cm3, new.moons, new.rings, new.discovery_year, new.discoverer, new.discovery_method, new.distance_pc, new.constellation, new.star_spectral_type, new.star_mass_sun, new.star_radius_sun, new.star_temperature_k, new.system_stars, new.ra_deg, new.dec_deg, new.estimated, new.source, new.url, new.picture, new.transit_midpoint, new.transit_duration, new.star_magnitude_v, new.star_magnitude_gaia, new.star_magnitude_k, new.uncertainties);
END;

CREATE TABLE person_position (
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_position_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    person_id INTEGER,
    position INTEGER,
    label TEXT,
    value TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER person_position_inserted AFTER INSERT ON person_position BEGIN
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_position_updated AFTER UPDATE ON person_position BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
    INSERT INTO search_pending VALUES ('person', new.person_id);
END;

CREATE TRIGGER person_position_deleted AFTER DELETE ON person_position BEGIN
    INSERT INTO search_pending VALUES ('person', old.person_id);
END;

CREATE TRIGGER person_position_insert_recorded AFTER INSERT ON person_position BEGIN
    INSERT INTO recording VALUES ('person_position', 'insert', 'person', new.person_id);
    INSERT INTO person_position_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_position_delete_recorded AFTER DELETE ON person_position BEGIN
    INSERT INTO recording VALUES ('person_position', 'delete', 'person', old.person_id);
    INSERT INTO person_position_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
END;

CREATE TRIGGER person_position_update_recorded AFTER UPDATE OF label, value ON person_position
WHEN new.person_id IS old.person_id AND new.position IS old.position AND (new.label IS NOT old.label OR new.value IS NOT old.value) BEGIN
    INSERT INTO recording VALUES ('person_position', 'update', 'person', new.person_id);
    INSERT INTO person_position_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO person_position_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_position_move_recorded AFTER UPDATE OF person_id, position ON person_position
WHEN new.person_id IS NOT old.person_id OR new.position IS NOT old.position BEGIN
    INSERT INTO recording VALUES ('person_position', 'delete', 'person', old.person_id);
    INSERT INTO person_position_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO recording VALUES ('person_position', 'insert', 'person', new.person_id);
    INSERT INTO person_position_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_position_past_update_refused BEFORE UPDATE ON person_position_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_position_past_delete_refused BEFORE DELETE ON person_position_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE INDEX person_by_last_contact ON person (last_contact, id);

CREATE INDEX person_by_due          ON person (due_key, id);

CREATE TRIGGER person_updated AFTER UPDATE OF prefix, given, middle, family, suffix, nickname, phonetic, organization, department, job_title, birthday, anniversary, home_id, pronouns, gender, formatted_name, card_language, contact, last_contact ON person BEGIN
    INSERT INTO search_pending VALUES ('person', new.id);
END;

CREATE TRIGGER person_insert_recorded AFTER INSERT ON person BEGIN
    INSERT INTO recording VALUES ('person', 'insert', 'person', new.id);
    INSERT INTO person_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.prefix, new.given, new.middle, new.family, new.suffix, new.nickname, new.phonetic, new.organization, new.department, new.job_title, new.birthday, new.anniversary, new.home_id, new.photo, new.pronouns, new.gender, new.formatted_name, new.card_language, new.contact, new.last_contact);
END;

CREATE TRIGGER person_delete_recorded AFTER DELETE ON person BEGIN
    INSERT INTO recording VALUES ('person', 'delete', 'person', old.id);
    INSERT INTO person_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.prefix, old.given, old.middle, old.family, old.suffix, old.nickname, old.phonetic, old.organization, old.department, old.job_title, old.birthday, old.anniversary, old.home_id, old.photo, old.pronouns, old.gender, old.formatted_name, old.card_language, old.contact, old.last_contact);
END;

CREATE TRIGGER person_update_recorded AFTER UPDATE OF uuid, created, modified, version, prefix, given, middle, family, suffix, nickname, phonetic, organization, department, job_title, birthday, anniversary, home_id, photo, pronouns, gender, formatted_name, card_language, contact, last_contact ON person
WHEN new.id IS old.id AND (new.uuid IS NOT old.uuid OR new.created IS NOT old.created OR new.modified IS NOT old.modified OR new.version IS NOT old.version OR new.prefix IS NOT old.prefix OR new.given IS NOT old.given OR new.middle IS NOT old.middle OR new.family IS NOT old.family OR new.suffix IS NOT old.suffix OR new.nickname IS NOT old.nickname OR new.phonetic IS NOT old.phonetic OR new.organization IS NOT old.organization OR new.department IS NOT old.department OR new.job_title IS NOT old.job_title OR new.birthday IS NOT old.birthday OR new.anniversary IS NOT old.anniversary OR new.home_id IS NOT old.home_id OR new.photo IS NOT old.photo OR new.pronouns IS NOT old.pronouns OR new.gender IS NOT old.gender OR new.formatted_name IS NOT old.formatted_name OR new.card_language IS NOT old.card_language OR new.contact IS NOT old.contact OR new.last_contact IS NOT old.last_contact) BEGIN
    INSERT INTO recording VALUES ('person', 'update', 'person', new.id);
    INSERT INTO person_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.prefix, old.given, old.middle, old.family, old.suffix, old.nickname, old.phonetic, old.organization, old.department, old.job_title, old.birthday, old.anniversary, old.home_id, old.photo, old.pronouns, old.gender, old.formatted_name, old.card_language, old.contact, old.last_contact);
    INSERT INTO person_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.prefix, new.given, new.middle, new.family, new.suffix, new.nickname, new.phonetic, new.organization, new.department, new.job_title, new.birthday, new.anniversary, new.home_id, new.photo, new.pronouns, new.gender, new.formatted_name, new.card_language, new.contact, new.last_contact);
    UPDATE person SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE id = new.id AND new.version = old.version;
END;

CREATE TRIGGER person_move_recorded AFTER UPDATE OF id ON person
WHEN new.id IS NOT old.id BEGIN
    INSERT INTO recording VALUES ('person', 'delete', 'person', old.id);
    INSERT INTO person_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.prefix, old.given, old.middle, old.family, old.suffix, old.nickname, old.phonetic, old.organization, old.department, old.job_title, old.birthday, old.anniversary, old.home_id, old.photo, old.pronouns, old.gender, old.formatted_name, old.card_language, old.contact, old.last_contact);
    INSERT INTO recording VALUES ('person', 'insert', 'person', new.id);
    INSERT INTO person_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.prefix, new.given, new.middle, new.family, new.suffix, new.nickname, new.phonetic, new.organization, new.department, new.job_title, new.birthday, new.anniversary, new.home_id, new.photo, new.pronouns, new.gender, new.formatted_name, new.card_language, new.contact, new.last_contact);
END;

CREATE TABLE "favorite" (
    id         INTEGER PRIMARY KEY,
    account_id INTEGER REFERENCES account ON DELETE CASCADE,  -- NULL for a guest
    person_id  INTEGER REFERENCES person ON DELETE CASCADE,
    group_id   INTEGER REFERENCES people_group ON DELETE CASCADE,
    planet_id  INTEGER REFERENCES planet ON DELETE CASCADE,
    note_id    INTEGER REFERENCES note ON DELETE CASCADE,
    CHECK ((person_id IS NOT NULL) + (group_id IS NOT NULL) + (planet_id IS NOT NULL) + (note_id IS NOT NULL) = 1)
) STRICT;

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

CREATE TRIGGER favorite_insert_recorded AFTER INSERT ON favorite BEGIN
    INSERT INTO recording VALUES ('favorite', 'insert', CASE WHEN new.person_id IS NOT NULL THEN 'person'
        WHEN new.group_id IS NOT NULL THEN 'group'
        WHEN new.planet_id IS NOT NULL THEN 'planet' ELSE 'note' END, coalesce(new.person_id, new.group_id, new.planet_id, new.note_id));
    INSERT INTO favorite_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.account_id, new.person_id, new.group_id, new.planet_id, new.note_id);
END;

CREATE TRIGGER favorite_delete_recorded AFTER DELETE ON favorite BEGIN
    INSERT INTO recording VALUES ('favorite', 'delete', CASE WHEN old.person_id IS NOT NULL THEN 'person'
        WHEN old.group_id IS NOT NULL THEN 'group'
        WHEN old.planet_id IS NOT NULL THEN 'planet' ELSE 'note' END, coalesce(old.person_id, old.group_id, old.planet_id, old.note_id));
    INSERT INTO favorite_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.account_id, old.person_id, old.group_id, old.planet_id, old.note_id);
END;

CREATE TRIGGER favorite_update_recorded AFTER UPDATE OF id ON favorite
WHEN new.account_id IS old.account_id AND new.person_id IS old.person_id AND new.group_id IS old.group_id AND new.planet_id IS old.planet_id AND new.note_id IS old.note_id AND (new.id IS NOT old.id) BEGIN
    INSERT INTO recording VALUES ('favorite', 'update', CASE WHEN new.person_id IS NOT NULL THEN 'person'
        WHEN new.group_id IS NOT NULL THEN 'group'
        WHEN new.planet_id IS NOT NULL THEN 'planet' ELSE 'note' END, coalesce(new.person_id, new.group_id, new.planet_id, new.note_id));
    INSERT INTO favorite_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.account_id, old.person_id, old.group_id, old.planet_id, old.note_id);
    INSERT INTO favorite_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.account_id, new.person_id, new.group_id, new.planet_id, new.note_id);
END;

CREATE TRIGGER favorite_move_recorded AFTER UPDATE OF account_id, person_id, group_id, planet_id, note_id ON favorite
WHEN new.account_id IS NOT old.account_id OR new.person_id IS NOT old.person_id OR new.group_id IS NOT old.group_id OR new.planet_id IS NOT old.planet_id OR new.note_id IS NOT old.note_id BEGIN
    INSERT INTO recording VALUES ('favorite', 'delete', CASE WHEN old.person_id IS NOT NULL THEN 'person'
        WHEN old.group_id IS NOT NULL THEN 'group'
        WHEN old.planet_id IS NOT NULL THEN 'planet' ELSE 'note' END, coalesce(old.person_id, old.group_id, old.planet_id, old.note_id));
    INSERT INTO favorite_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.account_id, old.person_id, old.group_id, old.planet_id, old.note_id);
    INSERT INTO recording VALUES ('favorite', 'insert', CASE WHEN new.person_id IS NOT NULL THEN 'person'
        WHEN new.group_id IS NOT NULL THEN 'group'
        WHEN new.planet_id IS NOT NULL THEN 'planet' ELSE 'note' END, coalesce(new.person_id, new.group_id, new.planet_id, new.note_id));
    INSERT INTO favorite_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.account_id, new.person_id, new.group_id, new.planet_id, new.note_id);
END;

CREATE TABLE account_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    id        INTEGER,
    person_id INTEGER, name TEXT, name_key TEXT, passphrase_hash TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER account_insert_recorded AFTER INSERT ON account BEGIN
    INSERT INTO recording VALUES ('account', 'insert', 'person', new.person_id);
    INSERT INTO account_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.person_id, new.name, new.name_key, new.passphrase_hash);
END;

CREATE TRIGGER account_delete_recorded AFTER DELETE ON account BEGIN
    INSERT INTO recording VALUES ('account', 'delete', 'person', old.person_id);
    INSERT INTO account_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.person_id, old.name, old.name_key, old.passphrase_hash);
END;

CREATE TRIGGER account_update_recorded AFTER UPDATE OF name, name_key, passphrase_hash, person_id ON account
WHEN new.id IS old.id AND (new.name IS NOT old.name OR new.name_key IS NOT old.name_key OR new.passphrase_hash IS NOT old.passphrase_hash OR new.person_id IS NOT old.person_id) BEGIN
    INSERT INTO recording VALUES ('account', 'update', 'person', iif(new.person_id IS old.person_id, NULL, ifnull(new.person_id, old.person_id)));
    INSERT INTO account_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.person_id, old.name, old.name_key, old.passphrase_hash);
    INSERT INTO account_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.person_id, new.name, new.name_key, new.passphrase_hash);
END;

CREATE TRIGGER account_move_recorded AFTER UPDATE OF id ON account
WHEN new.id IS NOT old.id BEGIN
    INSERT INTO recording VALUES ('account', 'delete', 'person', old.person_id);
    INSERT INTO account_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.person_id, old.name, old.name_key, old.passphrase_hash);
    INSERT INTO recording VALUES ('account', 'insert', 'person', new.person_id);
    INSERT INTO account_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.person_id, new.name, new.name_key, new.passphrase_hash);
END;

CREATE TRIGGER account_past_update_refused BEFORE UPDATE ON account_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER account_past_delete_refused BEFORE DELETE ON account_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

INSERT INTO search (search, rank) VALUES ('automerge', 8);

INSERT INTO search (search, rank) VALUES ('hashsize', 1048576);

INSERT INTO search_name (search_name, rank) VALUES ('automerge', 8);

INSERT INTO search_name (search_name, rank) VALUES ('hashsize', 1048576);
