-- Whoever is restored is led to again by those who were merged into them: found without looking through a whole step.

CREATE INDEX person_merge_past_by_heir ON person_merge_past (heir_id, change_id);
