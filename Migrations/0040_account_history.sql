-- Adds names and passphrase hashes to the history of accounts, which contained only the links to their cards. The past
-- table is recreated, so that its columns do not depend on the version that created it. Existing rows of the history get
-- the current name and passphrase hash of the account.

CREATE TABLE former_account_past AS SELECT change_id, is_new, id, person_id FROM account_past;

DROP TABLE account_past;

CREATE TABLE account_past (
    change_id INTEGER NOT NULL REFERENCES change,
    is_new    INTEGER NOT NULL,
    id        INTEGER,
    person_id INTEGER,
    PRIMARY KEY (change_id, is_new)
) STRICT, WITHOUT ROWID;

ALTER TABLE account_past ADD COLUMN name TEXT;
ALTER TABLE account_past ADD COLUMN name_key TEXT;
ALTER TABLE account_past ADD COLUMN passphrase_hash TEXT;

INSERT INTO account_past
SELECT change_id, is_new, id, former_account_past.person_id, name, name_key, passphrase_hash
FROM former_account_past LEFT JOIN account USING (id);

DROP TABLE former_account_past;
