-- Indexes of the past tables that are searched by record, and not only by change.

CREATE INDEX membership_past_by_person ON membership_past (person_id, change_id);
CREATE INDEX person_merge_past_by_heir ON person_merge_past (heir_id, change_id);
