enum DisplayStub {}
