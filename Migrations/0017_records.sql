-- The records: persons, groups, planets, and notes.
--
-- Versions below 17 belong to migrations from before the first release. A database at version 21 has the schema of the
-- files up to 0021, whichever migrations made it.
--
-- Times are UTC in ISO 8601 with milliseconds: 2026-11-21T03:18:00.000Z.
-- Dates may be partial, as in RFC 6350: 1977-05-25, 1977-05, 1977, --05-25, --05, ---25.
-- Unknown text is empty; an unknown number or date is NULL.
-- IDs are never reused. Each change increments the version, and an edit must name the version on which it is based.
-- display_name and the columns ending in _key are derived from the other columns. Almanac writes them; other programs
-- need not.

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
) STRICT;

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

-- A person is kept if the home planet is deleted.
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
) STRICT;

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

-- The days of the year of birthdays and anniversaries whose dates have a month and a day.
CREATE INDEX person_by_day_of_birth ON person (substr(birthday, -5), sort_key, id)
    WHERE birthday GLOB '*-[01][0-9]-[0-3][0-9]';
CREATE INDEX person_by_day_of_anniversary ON person (substr(anniversary, -5), sort_key, id)
    WHERE anniversary GLOB '*-[01][0-9]-[0-3][0-9]';

-- The values of a person are deleted with the person.
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

-- The merged persons. heir_id is the person into whom person_id was merged.
CREATE TABLE person_merge (
    person_id INTEGER PRIMARY KEY,
    heir_id   INTEGER NOT NULL REFERENCES person ON DELETE CASCADE
) STRICT;

CREATE INDEX person_merge_by_heir ON person_merge (heir_id);

-- A group with a search or a filter is a smart group. Its members are the records that match both, and are not stored.
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
) STRICT;

CREATE INDEX people_group_by_name     ON people_group (sort_key, id);
CREATE INDEX people_group_by_created  ON people_group (created, id);
CREATE INDEX people_group_by_modified ON people_group (modified, id);
CREATE INDEX people_group_smart       ON people_group (sort_key, id)
    WHERE search IS NOT NULL OR person_filter IS NOT NULL;
CREATE INDEX people_group_of_planets  ON people_group (sort_key, id) WHERE planet_filter IS NOT NULL;

-- The members of groups, in the order of the group.
CREATE TABLE membership (
    group_id  INTEGER NOT NULL REFERENCES people_group ON DELETE CASCADE,
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    PRIMARY KEY (group_id, person_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX membership_by_position ON membership (group_id, position, person_id);
CREATE INDEX membership_by_person   ON membership (person_id, group_id);

-- A note is about one record or none. The note is kept if the record is deleted.
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

-- The records that were loaded from a sample data set, so that loading the set again changes nothing. The row of a
-- deleted record is kept, so that the record is not loaded again.
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

-- Views for common queries.

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
