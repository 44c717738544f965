-- The remote address books, and the state of their cards.
--
-- These tables are outside the history, because undo does not change the contents of an address book. Undo changes the
-- records, and the next synchronization sends these changes.

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

-- A card and its record. The large column is last, so that the others are read without it.
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

-- The records that may have changes to send, in addition to those changed after last_change.
CREATE TABLE sync_candidate (
    remote_id INTEGER NOT NULL REFERENCES remote ON DELETE CASCADE,
    kind      TEXT NOT NULL CHECK (kind IN ('person', 'group')),
    record_id INTEGER NOT NULL,
    PRIMARY KEY (remote_id, kind, record_id)
) STRICT, WITHOUT ROWID;

-- A request that may have been sent.
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

-- A property that was changed on both sides to different values. The values are vCard lines.
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
) STRICT;

CREATE INDEX sync_conflict_by_remote ON sync_conflict (remote_id);
