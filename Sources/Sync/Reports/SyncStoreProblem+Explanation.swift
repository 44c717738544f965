import Localization
import Model

extension SyncStoreProblem: UserFacingError {
    public var explanation: ErrorReport {
        switch self {
        case .outdated:
            ErrorReport(.failed, "Another program keeps changing the contacts.", next: "Synchronize again.")
        case .invalid(_, let problem): problem.explanation
        }
    }
}
