-- Reminders to keep in touch with persons.

ALTER TABLE person ADD COLUMN contact TEXT CHECK (contact GLOB '[1-9]*[dwmy]');  -- the interval: 30d, 2w, 3m, 1y
ALTER TABLE person ADD COLUMN last_contact TEXT CHECK (last_contact GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]');
-- The date on which the next contact is due; empty: due now; NULL: no reminder.
ALTER TABLE person ADD COLUMN due_key TEXT;

CREATE INDEX person_by_last_contact ON person (last_contact, id);
CREATE INDEX person_by_due          ON person (due_key, id);
