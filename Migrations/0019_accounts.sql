-- Accounts: passphrases, the session, favorites, and drafts.

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

CREATE TABLE session (  -- one row, or none before the first sign-in
    id         INTEGER PRIMARY KEY CHECK (id = 1),
    state      TEXT NOT NULL CHECK (state IN ('signed-out', 'guest', 'account')),
    account_id INTEGER REFERENCES account ON DELETE CASCADE,
    CHECK ((state = 'account') = (account_id IS NOT NULL))
) STRICT;

CREATE TABLE favorite (
    id         INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    person_id  INTEGER REFERENCES person ON DELETE CASCADE,
    group_id   INTEGER REFERENCES people_group ON DELETE CASCADE,
    planet_id  INTEGER REFERENCES planet ON DELETE CASCADE,
    note_id    INTEGER REFERENCES note ON DELETE CASCADE,
    CHECK ((person_id IS NOT NULL) + (group_id IS NOT NULL) + (planet_id IS NOT NULL) + (note_id IS NOT NULL) = 1)
) STRICT;

CREATE INDEX favorite_by_account ON favorite (account_id, id);
CREATE UNIQUE INDEX favorite_by_person ON favorite (person_id, account_id);
CREATE UNIQUE INDEX favorite_by_group  ON favorite (group_id, account_id);
CREATE UNIQUE INDEX favorite_by_planet ON favorite (planet_id, account_id);
CREATE UNIQUE INDEX favorite_by_note   ON favorite (note_id, account_id);

CREATE TABLE draft (  -- a form with unsaved changes
    account_id INTEGER REFERENCES account ON DELETE CASCADE,  -- NULL for a guest
    place      TEXT NOT NULL,                                 -- the path of the form: persons/7/edit
    version    INTEGER,                                       -- of the record when the edit began; NULL for a new record
    words      TEXT NOT NULL,                                 -- JSON: the assignments typed so far, in order
    focus      TEXT                                           -- the ID of the current question; empty at the end; NULL if none
) STRICT;

CREATE UNIQUE INDEX draft_by_place ON draft (ifnull(account_id, 0), place);
CREATE INDEX draft_by_account ON draft (account_id);

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
