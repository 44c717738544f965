-- PRONOUNS of an imported card had no field, and GENDER was a custom field. This is a migration of its own because the
-- history records the new columns from its beginning.

WITH line AS (
    SELECT person_id, substr(value, start, instr(substr(value, start) || char(10), char(10)) - 1) AS text
    FROM (SELECT person_id, value, instr(char(10) || upper(value), char(10) || 'PRONOUNS') AS start FROM person_card)
    WHERE start > 0
), pronouns AS (
    SELECT person_id, replace(replace(substr(text, instr(text, ':') + 1), '\,', ','), '\;', ';') AS value
    FROM line WHERE substr(text, 9, 1) IN (':', ';') AND instr(text, ':') > 0
)
UPDATE person SET pronouns = (SELECT value FROM pronouns WHERE person_id = person.id LIMIT 1)
WHERE id IN (SELECT person_id FROM pronouns);

UPDATE person SET gender = (
    SELECT value FROM person_field
    WHERE person_id = person.id AND label = 'gender'
        AND (value GLOB '[MFONU]' OR value GLOB '[MFONU];*' OR value GLOB ';?*')
    ORDER BY position LIMIT 1)
WHERE id IN (SELECT person_id FROM person_field WHERE label = 'gender');

DELETE FROM person_field WHERE label = 'gender' AND (person_id, position) IN (
    SELECT person_id, min(position) FROM person_field JOIN person ON person.id = person_id
    WHERE label = 'gender' AND value = gender GROUP BY person_id);
