-- The history: every change of what the user keeps, by whatever program, recorded by triggers and never overwritten.
--
-- A step is what one command has changed, or what other programs have changed in a row. A change is one row of a table.
-- What the row held before and after is in the table of the same name with _past behind it, value by value, but for
-- columns that follow from others. A row whose key was changed is deleted under the old key and inserted under the new.

CREATE TABLE step (
    id        INTEGER PRIMARY KEY,
    time      TEXT NOT NULL,
    command   TEXT,                        -- NULL for what was done outside Almanac
    author_id INTEGER,                     -- the account's id and name at the time; NULL for a guest
    author    TEXT,
    token     INTEGER NOT NULL DEFAULT 0,  -- tells one command from the next; 0 outside Almanac
    role      TEXT NOT NULL DEFAULT 'edit' CHECK (role IN ('edit', 'undo', 'redo', 'purge')),
    of_step   INTEGER REFERENCES step,     -- the step that was undone or redone
    CHECK ((role IN ('undo', 'redo')) = (of_step IS NOT NULL))
) STRICT;

CREATE INDEX step_by_original ON step (of_step, id) WHERE of_step IS NOT NULL;

CREATE TABLE present_step (  -- the command that is writing, from the begin of its transaction until just before COMMIT
    one       INTEGER PRIMARY KEY DEFAULT 1 CHECK (one = 1),
    time      TEXT NOT NULL,
    command   TEXT NOT NULL,
    author_id INTEGER,
    author    TEXT,
    token     INTEGER NOT NULL CHECK (token <> 0),
    role      TEXT NOT NULL,
    of_step   INTEGER
) STRICT;

CREATE TABLE change (
    id         INTEGER PRIMARY KEY,
    step_id    INTEGER NOT NULL REFERENCES step,
    table_name TEXT NOT NULL,
    action     TEXT NOT NULL CHECK (action IN ('insert', 'update', 'delete', 'purged')),
    kind       TEXT NOT NULL,  -- the record that the row belongs to; for a membership the group
    record_id  INTEGER
) STRICT;

CREATE INDEX change_by_step   ON change (step_id, kind, record_id);
CREATE INDEX change_by_record ON change (kind, record_id, step_id);
CREATE INDEX change_deleting  ON change (step_id)
    WHERE action = 'delete' AND table_name IN ('person', 'people_group', 'planet', 'note');
CREATE INDEX change_purged    ON change (step_id) WHERE action = 'purged';

CREATE VIEW recording AS SELECT table_name, action, kind, record_id FROM change;

-- A change belongs to the last step, if that is of the same command; else it begins one.
CREATE TRIGGER recording_inserted INSTEAD OF INSERT ON recording BEGIN
    INSERT INTO step (time, command, author_id, author, token, role, of_step)
    SELECT ifnull(time, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), command, author_id, author, ifnull(token, 0),
        ifnull(role, 'edit'), of_step
    FROM (SELECT 1) LEFT JOIN present_step
    WHERE ifnull(token, 0) IS NOT (SELECT token FROM step ORDER BY id DESC LIMIT 1);

    INSERT INTO change (step_id, table_name, action, kind, record_id)
    VALUES ((SELECT max(id) FROM step), new.table_name, new.action, new.kind, new.record_id);
END;

-- Only a purge takes anything away.

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

-- The versions grow here from now on, after the change that they count, so that the history has both in their order.

DROP TRIGGER planet_changed;
DROP TRIGGER person_changed;
DROP TRIGGER people_group_changed;
DROP TRIGGER note_changed;

-- Each table of the user's in the same way; a test derives this text from the schema.

CREATE TABLE planet_past (
    change_id           INTEGER NOT NULL REFERENCES change,
    is_new              INTEGER NOT NULL,
    id                  INTEGER,
    uuid                TEXT,
    created             TEXT,
    modified            TEXT,
    version             INTEGER,
    name                TEXT,
    type                TEXT,
    status              TEXT,
    parent              TEXT,
    mass_kg             REAL,
    radius_km           REAL,
    semi_major_axis_au  REAL,
    semi_major_axis_km  REAL,
    eccentricity        REAL,
    inclination_deg     REAL,
    orbital_period_days REAL,
    rotation_hours      REAL,
    axial_tilt_deg      REAL,
    mean_temperature_k  REAL,
    gravity_m_s2        REAL,
    density_g_cm3       REAL,
    moons               INTEGER,
    rings               INTEGER,
    discovery_year      INTEGER,
    discoverer          TEXT,
    discovery_method    TEXT,
    distance_pc         REAL,
    constellation       TEXT,
    star_spectral_type  TEXT,
    star_mass_sun       REAL,
    star_radius_sun     REAL,
    star_temperature_k  REAL,
    system_stars        INTEGER,
    ra_deg              REAL,
    dec_deg             REAL,
    estimated           TEXT,
    source              TEXT,
    url                 TEXT,
    picture             TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER planet_insert_recorded AFTER INSERT ON planet BEGIN
    INSERT INTO recording VALUES ('planet', 'insert', 'planet', new.id);
    INSERT INTO planet_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name, new.type,
        new.status, new.parent, new.mass_kg, new.radius_km, new.semi_major_axis_au, new.semi_major_axis_km,
        new.eccentricity, new.inclination_deg, new.orbital_period_days, new.rotation_hours, new.axial_tilt_deg,
        new.mean_temperature_k, new.gravity_m_s2, new.density_g_cm3, new.moons, new.rings, new.discovery_year,
        new.discoverer, new.discovery_method, new.distance_pc, new.constellation, new.star_spectral_type,
        new.star_mass_sun, new.star_radius_sun, new.star_temperature_k, new.system_stars, new.ra_deg, new.dec_deg,
        new.estimated, new.source, new.url, new.picture);
END;

CREATE TRIGGER planet_delete_recorded AFTER DELETE ON planet BEGIN
    INSERT INTO recording VALUES ('planet', 'delete', 'planet', old.id);
    INSERT INTO planet_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.name, old.type,
        old.status, old.parent, old.mass_kg, old.radius_km, old.semi_major_axis_au, old.semi_major_axis_km,
        old.eccentricity, old.inclination_deg, old.orbital_period_days, old.rotation_hours, old.axial_tilt_deg,
        old.mean_temperature_k, old.gravity_m_s2, old.density_g_cm3, old.moons, old.rings, old.discovery_year,
        old.discoverer, old.discovery_method, old.distance_pc, old.constellation, old.star_spectral_type,
        old.star_mass_sun, old.star_radius_sun, old.star_temperature_k, old.system_stars, old.ra_deg, old.dec_deg,
        old.estimated, old.source, old.url, old.picture);
END;

CREATE TRIGGER planet_update_recorded AFTER UPDATE OF
    uuid, created, modified, version, name, type, status, parent, mass_kg, radius_km, semi_major_axis_au,
    semi_major_axis_km, eccentricity, inclination_deg, orbital_period_days, rotation_hours, axial_tilt_deg,
    mean_temperature_k, gravity_m_s2, density_g_cm3, moons, rings, discovery_year, discoverer, discovery_method,
    distance_pc, constellation, star_spectral_type, star_mass_sun, star_radius_sun, star_temperature_k, system_stars,
    ra_deg, dec_deg, estimated, source, url, picture
ON planet WHEN
    new.id IS old.id
    AND (
        new.uuid IS NOT old.uuid OR new.created IS NOT old.created OR new.modified IS NOT old.modified
        OR new.version IS NOT old.version OR new.name IS NOT old.name OR new.type IS NOT old.type
        OR new.status IS NOT old.status OR new.parent IS NOT old.parent OR new.mass_kg IS NOT old.mass_kg
        OR new.radius_km IS NOT old.radius_km OR new.semi_major_axis_au IS NOT old.semi_major_axis_au
        OR new.semi_major_axis_km IS NOT old.semi_major_axis_km OR new.eccentricity IS NOT old.eccentricity
        OR new.inclination_deg IS NOT old.inclination_deg OR new.orbital_period_days IS NOT old.orbital_period_days
        OR new.rotation_hours IS NOT old.rotation_hours OR new.axial_tilt_deg IS NOT old.axial_tilt_deg
        OR new.mean_temperature_k IS NOT old.mean_temperature_k OR new.gravity_m_s2 IS NOT old.gravity_m_s2
        OR new.density_g_cm3 IS NOT old.density_g_cm3 OR new.moons IS NOT old.moons OR new.rings IS NOT old.rings
        OR new.discovery_year IS NOT old.discovery_year OR new.discoverer IS NOT old.discoverer
        OR new.discovery_method IS NOT old.discovery_method OR new.distance_pc IS NOT old.distance_pc
        OR new.constellation IS NOT old.constellation OR new.star_spectral_type IS NOT old.star_spectral_type
        OR new.star_mass_sun IS NOT old.star_mass_sun OR new.star_radius_sun IS NOT old.star_radius_sun
        OR new.star_temperature_k IS NOT old.star_temperature_k OR new.system_stars IS NOT old.system_stars
        OR new.ra_deg IS NOT old.ra_deg OR new.dec_deg IS NOT old.dec_deg OR new.estimated IS NOT old.estimated
        OR new.source IS NOT old.source OR new.url IS NOT old.url OR new.picture IS NOT old.picture)
BEGIN
    INSERT INTO recording VALUES ('planet', 'update', 'planet', new.id);
    INSERT INTO planet_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.name, old.type,
        old.status, old.parent, old.mass_kg, old.radius_km, old.semi_major_axis_au, old.semi_major_axis_km,
        old.eccentricity, old.inclination_deg, old.orbital_period_days, old.rotation_hours, old.axial_tilt_deg,
        old.mean_temperature_k, old.gravity_m_s2, old.density_g_cm3, old.moons, old.rings, old.discovery_year,
        old.discoverer, old.discovery_method, old.distance_pc, old.constellation, old.star_spectral_type,
        old.star_mass_sun, old.star_radius_sun, old.star_temperature_k, old.system_stars, old.ra_deg, old.dec_deg,
        old.estimated, old.source, old.url, old.picture);
    INSERT INTO planet_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name, new.type,
        new.status, new.parent, new.mass_kg, new.radius_km, new.semi_major_axis_au, new.semi_major_axis_km,
        new.eccentricity, new.inclination_deg, new.orbital_period_days, new.rotation_hours, new.axial_tilt_deg,
        new.mean_temperature_k, new.gravity_m_s2, new.density_g_cm3, new.moons, new.rings, new.discovery_year,
        new.discoverer, new.discovery_method, new.distance_pc, new.constellation, new.star_spectral_type,
        new.star_mass_sun, new.star_radius_sun, new.star_temperature_k, new.system_stars, new.ra_deg, new.dec_deg,
        new.estimated, new.source, new.url, new.picture);
    UPDATE planet SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE id = new.id AND new.version = old.version;
END;

CREATE TRIGGER planet_move_recorded AFTER UPDATE OF
    id
ON planet WHEN
    new.id IS NOT old.id
BEGIN
    INSERT INTO recording VALUES ('planet', 'delete', 'planet', old.id);
    INSERT INTO planet_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.name, old.type,
        old.status, old.parent, old.mass_kg, old.radius_km, old.semi_major_axis_au, old.semi_major_axis_km,
        old.eccentricity, old.inclination_deg, old.orbital_period_days, old.rotation_hours, old.axial_tilt_deg,
        old.mean_temperature_k, old.gravity_m_s2, old.density_g_cm3, old.moons, old.rings, old.discovery_year,
        old.discoverer, old.discovery_method, old.distance_pc, old.constellation, old.star_spectral_type,
        old.star_mass_sun, old.star_radius_sun, old.star_temperature_k, old.system_stars, old.ra_deg, old.dec_deg,
        old.estimated, old.source, old.url, old.picture);
    INSERT INTO recording VALUES ('planet', 'insert', 'planet', new.id);
    INSERT INTO planet_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name, new.type,
        new.status, new.parent, new.mass_kg, new.radius_km, new.semi_major_axis_au, new.semi_major_axis_km,
        new.eccentricity, new.inclination_deg, new.orbital_period_days, new.rotation_hours, new.axial_tilt_deg,
        new.mean_temperature_k, new.gravity_m_s2, new.density_g_cm3, new.moons, new.rings, new.discovery_year,
        new.discoverer, new.discovery_method, new.distance_pc, new.constellation, new.star_spectral_type,
        new.star_mass_sun, new.star_radius_sun, new.star_temperature_k, new.system_stars, new.ra_deg, new.dec_deg,
        new.estimated, new.source, new.url, new.picture);
END;

CREATE TRIGGER planet_past_update_refused BEFORE UPDATE ON planet_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER planet_past_delete_refused BEFORE DELETE ON planet_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TABLE planet_alias_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    planet_id INTEGER,
    position  INTEGER,
    value     TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER planet_alias_insert_recorded AFTER INSERT ON planet_alias BEGIN
    INSERT INTO recording VALUES ('planet_alias', 'insert', 'planet', new.planet_id);
    INSERT INTO planet_alias_past VALUES ((SELECT max(id) FROM change), 1, new.planet_id, new.position, new.value);
END;

CREATE TRIGGER planet_alias_delete_recorded AFTER DELETE ON planet_alias BEGIN
    INSERT INTO recording VALUES ('planet_alias', 'delete', 'planet', old.planet_id);
    INSERT INTO planet_alias_past VALUES ((SELECT max(id) FROM change), 0, old.planet_id, old.position, old.value);
END;

CREATE TRIGGER planet_alias_update_recorded AFTER UPDATE OF
    value
ON planet_alias WHEN
    new.planet_id IS old.planet_id AND new.position IS old.position
    AND (
        new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES ('planet_alias', 'update', 'planet', new.planet_id);
    INSERT INTO planet_alias_past VALUES ((SELECT max(id) FROM change), 0, old.planet_id, old.position, old.value);
    INSERT INTO planet_alias_past VALUES ((SELECT max(id) FROM change), 1, new.planet_id, new.position, new.value);
END;

CREATE TRIGGER planet_alias_move_recorded AFTER UPDATE OF
    planet_id, position
ON planet_alias WHEN
    new.planet_id IS NOT old.planet_id OR new.position IS NOT old.position
BEGIN
    INSERT INTO recording VALUES ('planet_alias', 'delete', 'planet', old.planet_id);
    INSERT INTO planet_alias_past VALUES ((SELECT max(id) FROM change), 0, old.planet_id, old.position, old.value);
    INSERT INTO recording VALUES ('planet_alias', 'insert', 'planet', new.planet_id);
    INSERT INTO planet_alias_past VALUES ((SELECT max(id) FROM change), 1, new.planet_id, new.position, new.value);
END;

CREATE TRIGGER planet_alias_past_update_refused BEFORE UPDATE ON planet_alias_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER planet_alias_past_delete_refused BEFORE DELETE ON planet_alias_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TABLE planet_field_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    planet_id INTEGER,
    position  INTEGER,
    label     TEXT,
    value     TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

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

CREATE TRIGGER planet_field_update_recorded AFTER UPDATE OF
    label, value
ON planet_field WHEN
    new.planet_id IS old.planet_id AND new.position IS old.position
    AND (
        new.label IS NOT old.label OR new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES ('planet_field', 'update', 'planet', new.planet_id);
    INSERT INTO planet_field_past VALUES (
        (SELECT max(id) FROM change), 0, old.planet_id, old.position, old.label, old.value);
    INSERT INTO planet_field_past VALUES (
        (SELECT max(id) FROM change), 1, new.planet_id, new.position, new.label, new.value);
END;

CREATE TRIGGER planet_field_move_recorded AFTER UPDATE OF
    planet_id, position
ON planet_field WHEN
    new.planet_id IS NOT old.planet_id OR new.position IS NOT old.position
BEGIN
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

CREATE TABLE person_past (
    change_id    INTEGER NOT NULL REFERENCES change,
    is_new       INTEGER NOT NULL,
    id           INTEGER,
    uuid         TEXT,
    created      TEXT,
    modified     TEXT,
    version      INTEGER,
    prefix       TEXT,
    given        TEXT,
    middle       TEXT,
    family       TEXT,
    suffix       TEXT,
    nickname     TEXT,
    phonetic     TEXT,
    organization TEXT,
    department   TEXT,
    job_title    TEXT,
    birthday     TEXT,
    anniversary  TEXT,
    home_id      INTEGER,
    photo        TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER person_insert_recorded AFTER INSERT ON person BEGIN
    INSERT INTO recording VALUES ('person', 'insert', 'person', new.id);
    INSERT INTO person_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.prefix,
        new.given, new.middle, new.family, new.suffix, new.nickname, new.phonetic, new.organization, new.department,
        new.job_title, new.birthday, new.anniversary, new.home_id, new.photo);
END;

CREATE TRIGGER person_delete_recorded AFTER DELETE ON person BEGIN
    INSERT INTO recording VALUES ('person', 'delete', 'person', old.id);
    INSERT INTO person_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.prefix,
        old.given, old.middle, old.family, old.suffix, old.nickname, old.phonetic, old.organization, old.department,
        old.job_title, old.birthday, old.anniversary, old.home_id, old.photo);
END;

CREATE TRIGGER person_update_recorded AFTER UPDATE OF
    uuid, created, modified, version, prefix, given, middle, family, suffix, nickname, phonetic, organization,
    department, job_title, birthday, anniversary, home_id, photo
ON person WHEN
    new.id IS old.id
    AND (
        new.uuid IS NOT old.uuid OR new.created IS NOT old.created OR new.modified IS NOT old.modified
        OR new.version IS NOT old.version OR new.prefix IS NOT old.prefix OR new.given IS NOT old.given
        OR new.middle IS NOT old.middle OR new.family IS NOT old.family OR new.suffix IS NOT old.suffix
        OR new.nickname IS NOT old.nickname OR new.phonetic IS NOT old.phonetic
        OR new.organization IS NOT old.organization OR new.department IS NOT old.department
        OR new.job_title IS NOT old.job_title OR new.birthday IS NOT old.birthday
        OR new.anniversary IS NOT old.anniversary OR new.home_id IS NOT old.home_id OR new.photo IS NOT old.photo)
BEGIN
    INSERT INTO recording VALUES ('person', 'update', 'person', new.id);
    INSERT INTO person_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.prefix,
        old.given, old.middle, old.family, old.suffix, old.nickname, old.phonetic, old.organization, old.department,
        old.job_title, old.birthday, old.anniversary, old.home_id, old.photo);
    INSERT INTO person_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.prefix,
        new.given, new.middle, new.family, new.suffix, new.nickname, new.phonetic, new.organization, new.department,
        new.job_title, new.birthday, new.anniversary, new.home_id, new.photo);
    UPDATE person SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE id = new.id AND new.version = old.version;
END;

CREATE TRIGGER person_move_recorded AFTER UPDATE OF
    id
ON person WHEN
    new.id IS NOT old.id
BEGIN
    INSERT INTO recording VALUES ('person', 'delete', 'person', old.id);
    INSERT INTO person_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.prefix,
        old.given, old.middle, old.family, old.suffix, old.nickname, old.phonetic, old.organization, old.department,
        old.job_title, old.birthday, old.anniversary, old.home_id, old.photo);
    INSERT INTO recording VALUES ('person', 'insert', 'person', new.id);
    INSERT INTO person_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.prefix,
        new.given, new.middle, new.family, new.suffix, new.nickname, new.phonetic, new.organization, new.department,
        new.job_title, new.birthday, new.anniversary, new.home_id, new.photo);
END;

CREATE TRIGGER person_past_update_refused BEFORE UPDATE ON person_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_past_delete_refused BEFORE DELETE ON person_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TABLE person_email_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    person_id INTEGER,
    position  INTEGER,
    label     TEXT,
    value     TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

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

CREATE TRIGGER person_email_update_recorded AFTER UPDATE OF
    label, value
ON person_email WHEN
    new.person_id IS old.person_id AND new.position IS old.position
    AND (
        new.label IS NOT old.label OR new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES ('person_email', 'update', 'person', new.person_id);
    INSERT INTO person_email_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO person_email_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_email_move_recorded AFTER UPDATE OF
    person_id, position
ON person_email WHEN
    new.person_id IS NOT old.person_id OR new.position IS NOT old.position
BEGIN
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

CREATE TABLE person_phone_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    person_id INTEGER,
    position  INTEGER,
    label     TEXT,
    value     TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

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

CREATE TRIGGER person_phone_update_recorded AFTER UPDATE OF
    label, value
ON person_phone WHEN
    new.person_id IS old.person_id AND new.position IS old.position
    AND (
        new.label IS NOT old.label OR new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES ('person_phone', 'update', 'person', new.person_id);
    INSERT INTO person_phone_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO person_phone_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_phone_move_recorded AFTER UPDATE OF
    person_id, position
ON person_phone WHEN
    new.person_id IS NOT old.person_id OR new.position IS NOT old.position
BEGIN
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

CREATE TABLE person_address_past (
    change_id   INTEGER NOT NULL REFERENCES change,
    is_new      INTEGER NOT NULL,
    person_id   INTEGER,
    position    INTEGER,
    label       TEXT,
    street      TEXT,
    locality    TEXT,
    region      TEXT,
    postal_code TEXT,
    country     TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER person_address_insert_recorded AFTER INSERT ON person_address BEGIN
    INSERT INTO recording VALUES ('person_address', 'insert', 'person', new.person_id);
    INSERT INTO person_address_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.street, new.locality, new.region,
        new.postal_code, new.country);
END;

CREATE TRIGGER person_address_delete_recorded AFTER DELETE ON person_address BEGIN
    INSERT INTO recording VALUES ('person_address', 'delete', 'person', old.person_id);
    INSERT INTO person_address_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.street, old.locality, old.region,
        old.postal_code, old.country);
END;

CREATE TRIGGER person_address_update_recorded AFTER UPDATE OF
    label, street, locality, region, postal_code, country
ON person_address WHEN
    new.person_id IS old.person_id AND new.position IS old.position
    AND (
        new.label IS NOT old.label OR new.street IS NOT old.street OR new.locality IS NOT old.locality
        OR new.region IS NOT old.region OR new.postal_code IS NOT old.postal_code OR new.country IS NOT old.country)
BEGIN
    INSERT INTO recording VALUES ('person_address', 'update', 'person', new.person_id);
    INSERT INTO person_address_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.street, old.locality, old.region,
        old.postal_code, old.country);
    INSERT INTO person_address_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.street, new.locality, new.region,
        new.postal_code, new.country);
END;

CREATE TRIGGER person_address_move_recorded AFTER UPDATE OF
    person_id, position
ON person_address WHEN
    new.person_id IS NOT old.person_id OR new.position IS NOT old.position
BEGIN
    INSERT INTO recording VALUES ('person_address', 'delete', 'person', old.person_id);
    INSERT INTO person_address_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.street, old.locality, old.region,
        old.postal_code, old.country);
    INSERT INTO recording VALUES ('person_address', 'insert', 'person', new.person_id);
    INSERT INTO person_address_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.street, new.locality, new.region,
        new.postal_code, new.country);
END;

CREATE TRIGGER person_address_past_update_refused BEFORE UPDATE ON person_address_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_address_past_delete_refused BEFORE DELETE ON person_address_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TABLE person_url_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    person_id INTEGER,
    position  INTEGER,
    label     TEXT,
    value     TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

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

CREATE TRIGGER person_url_update_recorded AFTER UPDATE OF
    label, value
ON person_url WHEN
    new.person_id IS old.person_id AND new.position IS old.position
    AND (
        new.label IS NOT old.label OR new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES ('person_url', 'update', 'person', new.person_id);
    INSERT INTO person_url_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO person_url_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_url_move_recorded AFTER UPDATE OF
    person_id, position
ON person_url WHEN
    new.person_id IS NOT old.person_id OR new.position IS NOT old.position
BEGIN
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

CREATE TABLE person_messenger_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    person_id INTEGER,
    position  INTEGER,
    label     TEXT,
    value     TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

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

CREATE TRIGGER person_messenger_update_recorded AFTER UPDATE OF
    label, value
ON person_messenger WHEN
    new.person_id IS old.person_id AND new.position IS old.position
    AND (
        new.label IS NOT old.label OR new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES ('person_messenger', 'update', 'person', new.person_id);
    INSERT INTO person_messenger_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO person_messenger_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_messenger_move_recorded AFTER UPDATE OF
    person_id, position
ON person_messenger WHEN
    new.person_id IS NOT old.person_id OR new.position IS NOT old.position
BEGIN
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

CREATE TABLE person_relation_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    person_id INTEGER,
    position  INTEGER,
    label     TEXT,
    value     TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

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

CREATE TRIGGER person_relation_update_recorded AFTER UPDATE OF
    label, value
ON person_relation WHEN
    new.person_id IS old.person_id AND new.position IS old.position
    AND (
        new.label IS NOT old.label OR new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES ('person_relation', 'update', 'person', new.person_id);
    INSERT INTO person_relation_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO person_relation_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_relation_move_recorded AFTER UPDATE OF
    person_id, position
ON person_relation WHEN
    new.person_id IS NOT old.person_id OR new.position IS NOT old.position
BEGIN
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

CREATE TABLE person_field_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    person_id INTEGER,
    position  INTEGER,
    label     TEXT,
    value     TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

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

CREATE TRIGGER person_field_update_recorded AFTER UPDATE OF
    label, value
ON person_field WHEN
    new.person_id IS old.person_id AND new.position IS old.position
    AND (
        new.label IS NOT old.label OR new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES ('person_field', 'update', 'person', new.person_id);
    INSERT INTO person_field_past VALUES (
        (SELECT max(id) FROM change), 0, old.person_id, old.position, old.label, old.value);
    INSERT INTO person_field_past VALUES (
        (SELECT max(id) FROM change), 1, new.person_id, new.position, new.label, new.value);
END;

CREATE TRIGGER person_field_move_recorded AFTER UPDATE OF
    person_id, position
ON person_field WHEN
    new.person_id IS NOT old.person_id OR new.position IS NOT old.position
BEGIN
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

CREATE TABLE person_card_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    person_id INTEGER,
    position  INTEGER,
    value     TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER person_card_insert_recorded AFTER INSERT ON person_card BEGIN
    INSERT INTO recording VALUES ('person_card', 'insert', 'person', new.person_id);
    INSERT INTO person_card_past VALUES ((SELECT max(id) FROM change), 1, new.person_id, new.position, new.value);
END;

CREATE TRIGGER person_card_delete_recorded AFTER DELETE ON person_card BEGIN
    INSERT INTO recording VALUES ('person_card', 'delete', 'person', old.person_id);
    INSERT INTO person_card_past VALUES ((SELECT max(id) FROM change), 0, old.person_id, old.position, old.value);
END;

CREATE TRIGGER person_card_update_recorded AFTER UPDATE OF
    value
ON person_card WHEN
    new.person_id IS old.person_id AND new.position IS old.position
    AND (
        new.value IS NOT old.value)
BEGIN
    INSERT INTO recording VALUES ('person_card', 'update', 'person', new.person_id);
    INSERT INTO person_card_past VALUES ((SELECT max(id) FROM change), 0, old.person_id, old.position, old.value);
    INSERT INTO person_card_past VALUES ((SELECT max(id) FROM change), 1, new.person_id, new.position, new.value);
END;

CREATE TRIGGER person_card_move_recorded AFTER UPDATE OF
    person_id, position
ON person_card WHEN
    new.person_id IS NOT old.person_id OR new.position IS NOT old.position
BEGIN
    INSERT INTO recording VALUES ('person_card', 'delete', 'person', old.person_id);
    INSERT INTO person_card_past VALUES ((SELECT max(id) FROM change), 0, old.person_id, old.position, old.value);
    INSERT INTO recording VALUES ('person_card', 'insert', 'person', new.person_id);
    INSERT INTO person_card_past VALUES ((SELECT max(id) FROM change), 1, new.person_id, new.position, new.value);
END;

CREATE TRIGGER person_card_past_update_refused BEFORE UPDATE ON person_card_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER person_card_past_delete_refused BEFORE DELETE ON person_card_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TABLE people_group_past (
    change_id   INTEGER NOT NULL REFERENCES change,
    is_new      INTEGER NOT NULL,
    id          INTEGER,
    uuid        TEXT,
    created     TEXT,
    modified    TEXT,
    version     INTEGER,
    name        TEXT,
    description TEXT,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER people_group_insert_recorded AFTER INSERT ON people_group BEGIN
    INSERT INTO recording VALUES ('people_group', 'insert', 'group', new.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name,
        new.description);
END;

CREATE TRIGGER people_group_delete_recorded AFTER DELETE ON people_group BEGIN
    INSERT INTO recording VALUES ('people_group', 'delete', 'group', old.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.name,
        old.description);
END;

CREATE TRIGGER people_group_update_recorded AFTER UPDATE OF
    uuid, created, modified, version, name, description
ON people_group WHEN
    new.id IS old.id
    AND (
        new.uuid IS NOT old.uuid OR new.created IS NOT old.created OR new.modified IS NOT old.modified
        OR new.version IS NOT old.version OR new.name IS NOT old.name OR new.description IS NOT old.description)
BEGIN
    INSERT INTO recording VALUES ('people_group', 'update', 'group', new.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.name,
        old.description);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name,
        new.description);
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
        old.description);
    INSERT INTO recording VALUES ('people_group', 'insert', 'group', new.id);
    INSERT INTO people_group_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.name,
        new.description);
END;

CREATE TRIGGER people_group_past_update_refused BEFORE UPDATE ON people_group_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER people_group_past_delete_refused BEFORE DELETE ON people_group_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TABLE membership_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    group_id  INTEGER,
    person_id INTEGER,
    position  INTEGER,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE INDEX membership_past_by_person ON membership_past (person_id, change_id);

CREATE TRIGGER membership_insert_recorded AFTER INSERT ON membership BEGIN
    INSERT INTO recording VALUES ('membership', 'insert', 'group', new.group_id);
    INSERT INTO membership_past VALUES ((SELECT max(id) FROM change), 1, new.group_id, new.person_id, new.position);
END;

CREATE TRIGGER membership_delete_recorded AFTER DELETE ON membership BEGIN
    INSERT INTO recording VALUES ('membership', 'delete', 'group', old.group_id);
    INSERT INTO membership_past VALUES ((SELECT max(id) FROM change), 0, old.group_id, old.person_id, old.position);
END;

CREATE TRIGGER membership_update_recorded AFTER UPDATE OF
    position
ON membership WHEN
    new.group_id IS old.group_id AND new.person_id IS old.person_id
    AND (
        new.position IS NOT old.position)
BEGIN
    INSERT INTO recording VALUES ('membership', 'update', 'group', new.group_id);
    INSERT INTO membership_past VALUES ((SELECT max(id) FROM change), 0, old.group_id, old.person_id, old.position);
    INSERT INTO membership_past VALUES ((SELECT max(id) FROM change), 1, new.group_id, new.person_id, new.position);
END;

CREATE TRIGGER membership_move_recorded AFTER UPDATE OF
    group_id, person_id
ON membership WHEN
    new.group_id IS NOT old.group_id OR new.person_id IS NOT old.person_id
BEGIN
    INSERT INTO recording VALUES ('membership', 'delete', 'group', old.group_id);
    INSERT INTO membership_past VALUES ((SELECT max(id) FROM change), 0, old.group_id, old.person_id, old.position);
    INSERT INTO recording VALUES ('membership', 'insert', 'group', new.group_id);
    INSERT INTO membership_past VALUES ((SELECT max(id) FROM change), 1, new.group_id, new.person_id, new.position);
END;

CREATE TRIGGER membership_past_update_refused BEFORE UPDATE ON membership_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER membership_past_delete_refused BEFORE DELETE ON membership_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TABLE note_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    id        INTEGER,
    uuid      TEXT,
    created   TEXT,
    modified  TEXT,
    version   INTEGER,
    topic     TEXT,
    text      TEXT,
    person_id INTEGER,
    group_id  INTEGER,
    planet_id INTEGER,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER note_insert_recorded AFTER INSERT ON note BEGIN
    INSERT INTO recording VALUES ('note', 'insert', 'note', new.id);
    INSERT INTO note_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.topic,
        new.text, new.person_id, new.group_id, new.planet_id);
END;

CREATE TRIGGER note_delete_recorded AFTER DELETE ON note BEGIN
    INSERT INTO recording VALUES ('note', 'delete', 'note', old.id);
    INSERT INTO note_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.topic,
        old.text, old.person_id, old.group_id, old.planet_id);
END;

CREATE TRIGGER note_update_recorded AFTER UPDATE OF
    uuid, created, modified, version, topic, text, person_id, group_id, planet_id
ON note WHEN
    new.id IS old.id
    AND (
        new.uuid IS NOT old.uuid OR new.created IS NOT old.created OR new.modified IS NOT old.modified
        OR new.version IS NOT old.version OR new.topic IS NOT old.topic OR new.text IS NOT old.text
        OR new.person_id IS NOT old.person_id OR new.group_id IS NOT old.group_id OR new.planet_id IS NOT old.planet_id)
BEGIN
    INSERT INTO recording VALUES ('note', 'update', 'note', new.id);
    INSERT INTO note_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.topic,
        old.text, old.person_id, old.group_id, old.planet_id);
    INSERT INTO note_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.topic,
        new.text, new.person_id, new.group_id, new.planet_id);
    UPDATE note SET version = version + 1, modified = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE id = new.id AND new.version = old.version;
END;

CREATE TRIGGER note_move_recorded AFTER UPDATE OF
    id
ON note WHEN
    new.id IS NOT old.id
BEGIN
    INSERT INTO recording VALUES ('note', 'delete', 'note', old.id);
    INSERT INTO note_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.uuid, old.created, old.modified, old.version, old.topic,
        old.text, old.person_id, old.group_id, old.planet_id);
    INSERT INTO recording VALUES ('note', 'insert', 'note', new.id);
    INSERT INTO note_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.uuid, new.created, new.modified, new.version, new.topic,
        new.text, new.person_id, new.group_id, new.planet_id);
END;

CREATE TRIGGER note_past_update_refused BEFORE UPDATE ON note_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER note_past_delete_refused BEFORE DELETE ON note_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TABLE favorite_past (
    change_id  INTEGER NOT NULL REFERENCES change,
    is_new     INTEGER NOT NULL,
    id         INTEGER,
    account_id INTEGER,
    person_id  INTEGER,
    group_id   INTEGER,
    planet_id  INTEGER,
    note_id    INTEGER,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER favorite_insert_recorded AFTER INSERT ON favorite BEGIN
    INSERT INTO recording VALUES (
        'favorite', 'insert',
        CASE WHEN new.person_id IS NOT NULL THEN 'person' WHEN new.group_id IS NOT NULL THEN 'group'
            WHEN new.planet_id IS NOT NULL THEN 'planet' ELSE 'note' END,
        coalesce(new.person_id, new.group_id, new.planet_id, new.note_id));
    INSERT INTO favorite_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.account_id, new.person_id, new.group_id, new.planet_id,
        new.note_id);
END;

CREATE TRIGGER favorite_delete_recorded AFTER DELETE ON favorite BEGIN
    INSERT INTO recording VALUES (
        'favorite', 'delete',
        CASE WHEN old.person_id IS NOT NULL THEN 'person' WHEN old.group_id IS NOT NULL THEN 'group'
            WHEN old.planet_id IS NOT NULL THEN 'planet' ELSE 'note' END,
        coalesce(old.person_id, old.group_id, old.planet_id, old.note_id));
    INSERT INTO favorite_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.account_id, old.person_id, old.group_id, old.planet_id,
        old.note_id);
END;

CREATE TRIGGER favorite_update_recorded AFTER UPDATE OF
    id
ON favorite WHEN
    new.account_id IS old.account_id AND new.person_id IS old.person_id AND new.group_id IS old.group_id
    AND new.planet_id IS old.planet_id AND new.note_id IS old.note_id
    AND (
        new.id IS NOT old.id)
BEGIN
    INSERT INTO recording VALUES (
        'favorite', 'update',
        CASE WHEN new.person_id IS NOT NULL THEN 'person' WHEN new.group_id IS NOT NULL THEN 'group'
            WHEN new.planet_id IS NOT NULL THEN 'planet' ELSE 'note' END,
        coalesce(new.person_id, new.group_id, new.planet_id, new.note_id));
    INSERT INTO favorite_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.account_id, old.person_id, old.group_id, old.planet_id,
        old.note_id);
    INSERT INTO favorite_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.account_id, new.person_id, new.group_id, new.planet_id,
        new.note_id);
END;

CREATE TRIGGER favorite_move_recorded AFTER UPDATE OF
    account_id, person_id, group_id, planet_id, note_id
ON favorite WHEN
    new.account_id IS NOT old.account_id OR new.person_id IS NOT old.person_id OR new.group_id IS NOT old.group_id
    OR new.planet_id IS NOT old.planet_id OR new.note_id IS NOT old.note_id
BEGIN
    INSERT INTO recording VALUES (
        'favorite', 'delete',
        CASE WHEN old.person_id IS NOT NULL THEN 'person' WHEN old.group_id IS NOT NULL THEN 'group'
            WHEN old.planet_id IS NOT NULL THEN 'planet' ELSE 'note' END,
        coalesce(old.person_id, old.group_id, old.planet_id, old.note_id));
    INSERT INTO favorite_past VALUES (
        (SELECT max(id) FROM change), 0, old.id, old.account_id, old.person_id, old.group_id, old.planet_id,
        old.note_id);
    INSERT INTO recording VALUES (
        'favorite', 'insert',
        CASE WHEN new.person_id IS NOT NULL THEN 'person' WHEN new.group_id IS NOT NULL THEN 'group'
            WHEN new.planet_id IS NOT NULL THEN 'planet' ELSE 'note' END,
        coalesce(new.person_id, new.group_id, new.planet_id, new.note_id));
    INSERT INTO favorite_past VALUES (
        (SELECT max(id) FROM change), 1, new.id, new.account_id, new.person_id, new.group_id, new.planet_id,
        new.note_id);
END;

CREATE TRIGGER favorite_past_update_refused BEFORE UPDATE ON favorite_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER favorite_past_delete_refused BEFORE DELETE ON favorite_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TABLE planted_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    seed_set  TEXT,
    kind      TEXT,
    key       TEXT,
    person_id INTEGER,
    group_id  INTEGER,
    planet_id INTEGER,
    note_id   INTEGER,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER planted_insert_recorded AFTER INSERT ON planted BEGIN
    INSERT INTO recording VALUES (
        'planted', 'insert',
        new.kind,
        coalesce(new.person_id, new.group_id, new.planet_id, new.note_id));
    INSERT INTO planted_past VALUES (
        (SELECT max(id) FROM change), 1, new.seed_set, new.kind, new.key, new.person_id, new.group_id, new.planet_id,
        new.note_id);
END;

CREATE TRIGGER planted_delete_recorded AFTER DELETE ON planted BEGIN
    INSERT INTO recording VALUES (
        'planted', 'delete',
        old.kind,
        coalesce(old.person_id, old.group_id, old.planet_id, old.note_id));
    INSERT INTO planted_past VALUES (
        (SELECT max(id) FROM change), 0, old.seed_set, old.kind, old.key, old.person_id, old.group_id, old.planet_id,
        old.note_id);
END;

CREATE TRIGGER planted_update_recorded AFTER UPDATE OF
    person_id, group_id, planet_id, note_id
ON planted WHEN
    new.seed_set IS old.seed_set AND new.kind IS old.kind AND new.key IS old.key
    AND (
        new.person_id IS NOT old.person_id OR new.group_id IS NOT old.group_id OR new.planet_id IS NOT old.planet_id
        OR new.note_id IS NOT old.note_id)
BEGIN
    INSERT INTO recording VALUES (
        'planted', 'update',
        new.kind,
        coalesce(
            new.person_id, new.group_id, new.planet_id, new.note_id, old.person_id, old.group_id, old.planet_id,
            old.note_id));
    INSERT INTO planted_past VALUES (
        (SELECT max(id) FROM change), 0, old.seed_set, old.kind, old.key, old.person_id, old.group_id, old.planet_id,
        old.note_id);
    INSERT INTO planted_past VALUES (
        (SELECT max(id) FROM change), 1, new.seed_set, new.kind, new.key, new.person_id, new.group_id, new.planet_id,
        new.note_id);
END;

CREATE TRIGGER planted_move_recorded AFTER UPDATE OF
    seed_set, kind, key
ON planted WHEN
    new.seed_set IS NOT old.seed_set OR new.kind IS NOT old.kind OR new.key IS NOT old.key
BEGIN
    INSERT INTO recording VALUES (
        'planted', 'delete',
        old.kind,
        coalesce(old.person_id, old.group_id, old.planet_id, old.note_id));
    INSERT INTO planted_past VALUES (
        (SELECT max(id) FROM change), 0, old.seed_set, old.kind, old.key, old.person_id, old.group_id, old.planet_id,
        old.note_id);
    INSERT INTO recording VALUES (
        'planted', 'insert',
        new.kind,
        coalesce(new.person_id, new.group_id, new.planet_id, new.note_id));
    INSERT INTO planted_past VALUES (
        (SELECT max(id) FROM change), 1, new.seed_set, new.kind, new.key, new.person_id, new.group_id, new.planet_id,
        new.note_id);
END;

CREATE TRIGGER planted_past_update_refused BEFORE UPDATE ON planted_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER planted_past_delete_refused BEFORE DELETE ON planted_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

-- Accounts say who edits; only whose card an account has is recorded.
CREATE TABLE account_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    id        INTEGER,
    person_id INTEGER,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER account_update_recorded AFTER UPDATE OF
    person_id
ON account WHEN
    new.id IS old.id
    AND (
        new.person_id IS NOT old.person_id)
BEGIN
    INSERT INTO recording VALUES ('account', 'update', 'person', ifnull(new.person_id, old.person_id));
    INSERT INTO account_past VALUES ((SELECT max(id) FROM change), 0, old.id, old.person_id);
    INSERT INTO account_past VALUES ((SELECT max(id) FROM change), 1, new.id, new.person_id);
END;

CREATE TRIGGER account_past_update_refused BEFORE UPDATE ON account_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;

CREATE TRIGGER account_past_delete_refused BEFORE DELETE ON account_past
WHEN NOT EXISTS (SELECT 1 FROM present_step WHERE role = 'purge') BEGIN
    SELECT raise(ABORT, 'the history is not changed');
END;
