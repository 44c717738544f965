enum ModelStub {}
