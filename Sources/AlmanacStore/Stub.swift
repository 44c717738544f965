enum AlmanacStoreStub {}
