enum AlmanacStub {}
