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
, transit_midpoint REAL, transit_duration REAL, star_magnitude_v REAL, star_magnitude_gaia REAL, star_magnitude_k REAL, uncertainties TEXT NOT NULL DEFAULT '', transiting INTEGER CHECK (transiting IN (0, 1))) STRICT;

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

CREATE TABLE planet_citation (  -- the sources of values, such as papers, labeled with the fields
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
, pronouns TEXT NOT NULL DEFAULT '', gender TEXT, formatted_name TEXT, card_language TEXT, contact TEXT CHECK (contact GLOB '[1-9]*[dwmy]'), last_contact TEXT CHECK (last_contact GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'), due_key TEXT, card_version INTEGER NOT NULL DEFAULT 0) STRICT;

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
    value     TEXT NOT NULL, target_id INTEGER, target_key TEXT,
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
    planet_id    INTEGER REFERENCES planet ON DELETE SET NULL, date TEXT CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'), kind TEXT NOT NULL DEFAULT '', reminder TEXT CHECK (reminder GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'), done INTEGER CHECK (done IN (0, 1)), message_id TEXT, due_key TEXT,
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
    focus      TEXT                                           -- the ID of the current question; empty at the end; NULL if none
) STRICT;

CREATE UNIQUE INDEX draft_by_place ON draft (ifnull(account_id, 0), place);

CREATE INDEX draft_by_account ON draft (account_id);

CREATE TABLE step (
    id        INTEGER PRIMARY KEY,
    time      TEXT NOT NULL,
    command   TEXT,                        -- NULL for changes by other programs
    author_id INTEGER,                     -- the ID and name of the account at the time; NULL for a guest
    author    TEXT,
    token     INTEGER NOT NULL DEFAULT 0,  -- distinguishes commands; 0 for other programs
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

CREATE TRIGGER recording_marked INSTEAD OF INSERT ON recording
WHEN new.table_name <> 'planet_citation' AND new.table_name <> 'person_card' AND new.table_name <> 'person_merge' AND new.table_name <> 'group_card' AND new.table_name <> 'group_planet' AND new.table_name <> 'favorite' AND new.table_name <> 'planted' AND new.table_name <> 'account' AND new.table_name <> 'membership' BEGIN
    INSERT INTO search_pending VALUES (new.kind, new.record_id);
END;

CREATE VIEW update_recording AS SELECT table_name, kind, record_id, kind AS new_kind, record_id AS new_record_id, 1 AS has_old_key FROM change;

CREATE TRIGGER update_recording_inserted INSTEAD OF INSERT ON update_recording WHEN new.has_old_key BEGIN
    INSERT INTO recording VALUES (new.table_name, 'update', new.kind, new.record_id);
END;

CREATE TRIGGER move_recording_inserted INSTEAD OF INSERT ON update_recording WHEN NOT new.has_old_key BEGIN
    INSERT INTO recording VALUES (new.table_name, 'delete', new.kind, new.record_id);
    INSERT INTO recording VALUES (new.table_name, 'insert', new.new_kind, new.new_record_id);
END;

CREATE VIEW protected_history AS SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge');

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
    picture TEXT, transit_midpoint REAL, transit_duration REAL, star_magnitude_v REAL, star_magnitude_gaia REAL, star_magnitude_k REAL, uncertainties TEXT DEFAULT '', transiting INTEGER,
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
    photo TEXT, pronouns TEXT DEFAULT '', gender TEXT, formatted_name TEXT, card_language TEXT, contact TEXT, last_contact TEXT, card_version INTEGER DEFAULT 0,
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
    value TEXT, target_id INTEGER,
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
    planet_id INTEGER, date TEXT, kind TEXT DEFAULT '', reminder TEXT, done INTEGER, message_id TEXT,
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
    permitted_origins TEXT NOT NULL,         -- the servers that may receive the password or the contacts, one per line

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

CREATE INDEX person_by_last_contact ON person (last_contact, id);

CREATE INDEX person_by_due          ON person (due_key, id);

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

CREATE TABLE account_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    id        INTEGER,
    person_id INTEGER, name TEXT, name_key TEXT, passphrase_hash TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE INDEX person_relation_by_target ON person_relation (target_id) WHERE target_id IS NOT NULL;

CREATE INDEX person_relation_by_key    ON person_relation (target_key);

CREATE TRIGGER person_relation_renamed AFTER UPDATE OF value ON person_relation
WHEN new.value IS NOT old.value BEGIN
    UPDATE person_relation
    SET target_key = NULL,
        target_id = iif(
            new.target_id IS old.target_id
                AND NOT EXISTS (SELECT 1 FROM present_step WHERE role IN ('undo', 'redo')),
            NULL, new.target_id)
    WHERE person_id = new.person_id AND position = new.position;
END;

CREATE TABLE note_person (
    note_id   INTEGER NOT NULL REFERENCES note ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    person_id INTEGER NOT NULL,  -- kept if the person is deleted, so that a restored person belongs to the entry again
    PRIMARY KEY (note_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX note_by_date        ON note (date, id);

CREATE INDEX note_by_person_date ON note (person_id, date, modified, id);

CREATE INDEX note_by_kind        ON note (nullif(kind, '') COLLATE NOCASE, id);

CREATE INDEX note_by_reminder    ON note (reminder, id);

CREATE INDEX note_by_due         ON note (due_key, id);

CREATE INDEX note_by_message     ON note (message_id) WHERE message_id IS NOT NULL;

CREATE INDEX note_person_by_person ON note_person (person_id, note_id);

CREATE TRIGGER entry_person_renamed AFTER UPDATE OF display_name ON person
WHEN new.display_name <> old.display_name BEGIN
    INSERT INTO search_pending SELECT 'note', note_id FROM note_person WHERE person_id = new.id;
END;

CREATE TRIGGER entry_person_added AFTER INSERT ON person BEGIN
    INSERT INTO search_pending SELECT 'note', note_id FROM note_person WHERE person_id = new.id;
END;

CREATE TRIGGER entry_person_removed AFTER DELETE ON person BEGIN
    INSERT INTO search_pending SELECT 'note', note_id FROM note_person WHERE person_id = old.id;
END;

CREATE TABLE note_person_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new INTEGER NOT NULL,
    note_id INTEGER,
    position INTEGER,
    person_id INTEGER,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

INSERT INTO search (search, rank) VALUES ('automerge', 8);

INSERT INTO search (search, rank) VALUES ('hashsize', 1048576);

INSERT INTO search_name (search_name, rank) VALUES ('automerge', 8);

INSERT INTO search_name (search_name, rank) VALUES ('hashsize', 1048576);
