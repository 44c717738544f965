-- Transits of planets, the brightness of their stars, and the uncertainties of values.

ALTER TABLE planet ADD COLUMN transit_midpoint REAL;     -- Julian date
ALTER TABLE planet ADD COLUMN transit_duration REAL;     -- hours
ALTER TABLE planet ADD COLUMN star_magnitude_v REAL;
ALTER TABLE planet ADD COLUMN star_magnitude_gaia REAL;
ALTER TABLE planet ADD COLUMN star_magnitude_k REAL;
ALTER TABLE planet ADD COLUMN uncertainties TEXT NOT NULL DEFAULT '';  -- by field, as in massKg ±3e+25|radiusKm +300 -200
