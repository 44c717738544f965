enum TerminalStub {}
