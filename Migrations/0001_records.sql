-- The records: persons, groups, planets and notes.
--
-- Times are UTC as ISO 8601 writes it, to the millisecond: 2026-11-21T03:18:00.000Z.
-- Dates may be partial, as RFC 6350 writes them: 1977-05-25, 1977-05, 1977, --05-25, --05, ---25.
-- Text that is unknown is empty; a figure or a date that is unknown is NULL.
-- An id is never used again. The version grows by one with each change, and an edit must name the one it started from.
-- display_name and the columns ending with _key follow from the others: Almanac writes them, others may leave them out.

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
    parent              TEXT NOT NULL DEFAULT '',  -- the name of the body it orbits, which need not be here
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
    estimated           TEXT NOT NULL DEFAULT '',  -- the figures that are not measured: axis|mass|mass-limit|minimum-mass|radius
    source              TEXT NOT NULL DEFAULT '',
    url                 TEXT NOT NULL DEFAULT '',
    picture             TEXT CHECK (length(picture) = 64)  -- the SHA-256 of a file of the photo folder
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

CREATE TABLE planet_alias (
    planet_id INTEGER NOT NULL REFERENCES planet ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (planet_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE planet_field (  -- whatever else is known, under a label
    planet_id INTEGER NOT NULL REFERENCES planet ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (planet_id, position)
) STRICT, WITHOUT ROWID;

-- A person outlives the home planet.
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
    photo            TEXT CHECK (length(photo) = 64)  -- the SHA-256 of a file of the photo folder
) STRICT;

CREATE INDEX person_by_name         ON person (sort_key, id);
CREATE INDEX person_by_given        ON person (given_key, id);
CREATE INDEX person_by_organization ON person (organization_key, id);
CREATE INDEX person_by_birthday     ON person (birthday, id);
CREATE INDEX person_by_created      ON person (created, id);
CREATE INDEX person_by_modified     ON person (modified, id);
CREATE INDEX person_by_home         ON person (home_id, sort_key, id);

-- What belongs to a person goes with the person.
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

CREATE TABLE person_field (  -- whatever else is known, under a label
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    label     TEXT NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE person_card (  -- the card the person came from, line by line
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    value     TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE people_group (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid         TEXT NOT NULL UNIQUE DEFAULT (lower(
                     hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
                     || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))),
    created      TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    modified     TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    version      INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
    display_name TEXT NOT NULL DEFAULT '',
    sort_key     TEXT NOT NULL DEFAULT '',

    name         TEXT NOT NULL DEFAULT '',
    description  TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX people_group_by_name     ON people_group (sort_key, id);
CREATE INDEX people_group_by_created  ON people_group (created, id);
CREATE INDEX people_group_by_modified ON people_group (modified, id);

-- Who is in which group, in the group's own order. Neither a group's nor a person's end is the other's.
CREATE TABLE membership (
    group_id  INTEGER NOT NULL REFERENCES people_group ON DELETE CASCADE,
    person_id INTEGER NOT NULL REFERENCES person ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    PRIMARY KEY (group_id, person_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX membership_by_position ON membership (group_id, position, person_id);
CREATE INDEX membership_by_person   ON membership (person_id, group_id);

-- A note is about one record or none, and outlives it.
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

-- A change of a record's own row that leaves the version as it was, by a foreign key or another program, is counted as well.

CREATE TRIGGER planet_changed AFTER UPDATE OF
    name, type, status, parent, mass_kg, radius_km, semi_major_axis_au, semi_major_axis_km, eccentricity,
    inclination_deg, orbital_period_days, rotation_hours, axial_tilt_deg, mean_temperature_k, gravity_m_s2,
    density_g_cm3, moons, rings, discovery_year, discoverer, discovery_method, distance_pc, constellation,
    star_spectral_type, star_mass_sun, star_radius_sun, star_temperature_k, system_stars, ra_deg, dec_deg,
    estimated, source, url, picture
ON planet WHEN new.version = old.version BEGIN
    UPDATE planet SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE id = new.id;
END;

CREATE TRIGGER person_changed AFTER UPDATE OF
    prefix, given, middle, family, suffix, nickname, phonetic, organization, department, job_title, birthday,
    anniversary, home_id, photo
ON person WHEN new.version = old.version BEGIN
    UPDATE person SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE id = new.id;
END;

CREATE TRIGGER people_group_changed AFTER UPDATE OF
    name, description
ON people_group WHEN new.version = old.version BEGIN
    UPDATE people_group SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE id = new.id;
END;

CREATE TRIGGER note_changed AFTER UPDATE OF
    topic, text, person_id, group_id, planet_id
ON note WHEN new.version = old.version BEGIN
    UPDATE note SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE id = new.id;
END;

-- The common joins.

CREATE VIEW record AS  -- everything that has an address
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

CREATE VIEW note_subject AS  -- what the notes are about, for those that are about something
    SELECT note.id AS note_id, note.display_name AS note_name, 'person' AS kind, person.id AS record_id,
           person.display_name AS record_name
    FROM note JOIN person ON person.id = person_id
    UNION ALL
    SELECT note.id, note.display_name, 'group', people_group.id, people_group.display_name
    FROM note JOIN people_group ON people_group.id = group_id
    UNION ALL
    SELECT note.id, note.display_name, 'planet', planet.id, planet.display_name
    FROM note JOIN planet ON planet.id = planet_id;
