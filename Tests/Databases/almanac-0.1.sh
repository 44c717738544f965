#!/bin/sh
# Makes almanac-0.1.db with the program whose migrations ended at 21.
set -e
almanac=$1
export HOME=$PWD/home
rm -rf home almanac-0.1.db*; mkdir home
run() { "$almanac" --no-input --database almanac-0.1.db "$@"; }
printf '\211PNG\r\n\032\nfirst picture' > home/first.png
printf '\211PNG\r\n\032\nsecond picture' > home/second.png
cat > home/rebels.vcf <<'VCF'
BEGIN:VCARD
VERSION:4.0
UID:urn:uuid:6a1c8d1e-3b1f-4c9a-9d5e-0b2f8e7a1c01
FN:Leia Organa
N:Organa;Leia;;;
EMAIL;TYPE=home:leia@alderaan.example
TEL;TYPE=work:+1 555 0100
ADR;TYPE=home:;;1 Palace Road;Aldera;;12345;Alderaan
X-ZODIAC:Lion
END:VCARD
BEGIN:VCARD
VERSION:3.0
UID:luke
FN:Luke Skywalker
N:Skywalker;Luke;;;
NICKNAME:Wormie
ORG:Rebel Alliance;Red Squadron
BDAY:1977-05-25
END:VCARD
VCF
run seed flintstones
run new planet name=Bedrock type=fictional massKg=1e24 aliases=Rockville citation.mass='A stone tablet'
run new planet name=Hoth type=fictional
run signup Tester
run import home/rebels.vcf
run new group name=Rebels description=Alliance
run add 'Leia Organa' 'Luke Skywalker' to Rebels
run new group name=Flintstones search=flintstone
run new group name=Squadron where='organization = "Rebel Alliance"'
run edit 'Fred Flintstone' nickname=Freddy phone.home=+1-555-0111 planet=Bedrock title=Operator
run edit 'Fred Flintstone' title='Crane operator'
run photo 'Fred Flintstone' home/first.png
run photo 'Fred Flintstone' home/second.png
run favorite 'Fred Flintstone'
run favorite planets/bedrock
sqlite3 almanac-0.1.db "UPDATE account SET person_id = 9"
run note 'Luke Skywalker' Training 'Visit Dagobah.'
run new person given=Lucas family=Skywalker email.work=luke@rebels.example birthday=1977-05-25
run merge 'Luke Skywalker' 'Lucas Skywalker' --keep 'Luke Skywalker'
run edit 'Wilma Flintstone' department=Household
run undo
run redo
run edit 'Leia Organa' title=Senator
run undo
run delete planets/hoth --yes
run delete 'Barney Rubble' --yes
run new person given=Temp family=Porary
run delete 'Temp Porary' --yes
run purge persons/12 --yes
run edit planets/bedrock massKg=2e24
run edit 'Luke Skywalker' nickname='Red Five'
# Another program changes a record.
sqlite3 almanac-0.1.db "UPDATE person SET department = 'Quarry' WHERE given = 'Fred'"
run check --deep
# Small pages, since most tables have few rows.
sqlite3 almanac-0.1.db "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM"
run check --deep
sqlite3 almanac-0.1.db "PRAGMA journal_mode = DELETE"
rm -rf home almanac-0.1.db.backups
