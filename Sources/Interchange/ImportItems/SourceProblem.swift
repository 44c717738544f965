import Model

/// Why nothing of a file is taken in.
public protocol SourceProblem: UserFacingError {}
