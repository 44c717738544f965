import Model

/// An item of the tour. It introduces a kind of screen on the first visit.
public enum TutorialItem: String, Hashable, Codable, Sendable, CaseIterable {
    case home, list, record, group, search, history
}

extension Route {
    /// The item of the tour that introduces the location, or `nil` for other locations.
    var tutorialItem: TutorialItem? {
        switch self {
        case .home: .home
        case .persons(let place): place.tutorialItem
        case .groups(.records(let place)): place.tutorialItem.map { $0 == .search ? .search : .group }
        case .planets(let place): place.tutorialItem
        case .notes(let place): place.tutorialItem
        case .found: .search
        case .history: .history
        case .groups, .login, .favorites, .settings, .trash, .duplicates, .birthdays, .importReview: nil
        }
    }
}

extension RecordLocation {
    fileprivate var tutorialItem: TutorialItem? {
        switch self {
        case .list(let state): state.narrowing.isEmpty && state.filter == nil ? .list : .search
        case .record: .record
        case .edit, .new: nil
        }
    }
}
