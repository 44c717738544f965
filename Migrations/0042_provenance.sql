-- Whether planets pass in front of their stars. Marks of measured values are added afterward.

ALTER TABLE planet ADD COLUMN transiting INTEGER CHECK (transiting IN (0, 1));
