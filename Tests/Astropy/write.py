"""Write one table with every kind of missing value in the formats of astropy: python3 write.py FOLDER."""

import sys

from astropy.io.ascii import masked
from astropy.table import MaskedColumn, Table

folder = sys.argv[1]
nan = float("nan")
no, yes = False, True
table = Table()
table["pl_name"] = ["AP 1 b", "AP 2 b", "NA 3 b", "AP 4 b"]
table["hostname"] = MaskedColumn(["AP 1", "AP 2", "NA", ""], mask=[no, no, no, yes])
table["disc_year"] = MaskedColumn([2001, 2002, 0, 2004], mask=[no, no, yes, no])
table["pl_orbper"] = MaskedColumn([3.5, 0, 12.25, 1e-3], mask=[no, yes, no, no], unit="d")
table["pl_rade"] = MaskedColumn([nan, 2, 1.5, 11.2], unit="earthRad")
table["pl_bmassj"] = MaskedColumn([nan, 0.5, 0, 1e-5], mask=[no, no, yes, no], unit="jupiterMass")
table["pl_tranmid"] = MaskedColumn([2455000.123456, 0, nan, 0], mask=[no, yes, no, yes], unit="d")
table["pl_trandur"] = MaskedColumn([2.5, nan, 3.25, 0.01], unit="h")
table["sy_dist"] = MaskedColumn([10, 20.5, 0, 40], mask=[no, no, yes, no], unit="pc")

formats = {
    "missing.csv": ("ascii.csv", {}),
    "missing.tsv": ("ascii.tab", {}),
    "missing.ecsv": ("ascii.ecsv", {}),
    "comma.ecsv": ("ascii.ecsv", {"delimiter": ","}),
    "missing.tbl": ("ascii.ipac", {}),
    "missing.vot": ("votable", {"table_id": "planets"}),
}
for name, (form, options) in formats.items():
    table.write(f"{folder}/{name}", format=form, overwrite=True, **options)

numbers = [name for name in table.colnames if table[name].dtype.kind != "U"]
spellings = ["nan", "NaN", "NA", "N/A", "NULL", "null", "--", "\\N", "None", "masked"]
for number, spelling in enumerate(spellings, start=1):
    fills = [(text, spelling, *numbers) for text in (masked, "nan")] + [(masked, "", "hostname")]
    table.write(
        f"{folder}/spelling-{number}.csv", format="ascii.csv", overwrite=True, fast_writer=False, fill_values=fills
    )
