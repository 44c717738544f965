-- Past tables that are also searched by a record, not only by the change.

CREATE INDEX membership_past_by_person ON membership_past (person_id, change_id);
CREATE INDEX person_merge_past_by_heir ON person_merge_past (heir_id, change_id);
