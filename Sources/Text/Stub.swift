enum TextStub {}
