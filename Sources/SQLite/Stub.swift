enum SQLiteStub {}
