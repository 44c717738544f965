enum InterchangeStub {}
