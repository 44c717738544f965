/// The navigation, the unanswered prompts, and the rest of the tour, which are saved between sessions.
public struct SavedState: Hashable, Sendable {
    public var navigation = NavigationStack()
    public var prompts: [Prompt] = []
    public var tour: [TutorialItem] = []
    public var presentedItems: [TutorialItem] = []

    public init() {}
}

extension SavedState: Codable {
    private enum CodingKeys: CodingKey { case prompts, tour, presentedItems }

    /// Decodes a state. A navigation stack saved by version 0.1 is decoded as a state without prompts.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        navigation = try NavigationStack(from: decoder)
        prompts = (try? container.decode([Prompt].self, forKey: .prompts)) ?? []
        tour = (try? container.decode([TutorialItem].self, forKey: .tour)) ?? []
        presentedItems = (try? container.decode([TutorialItem].self, forKey: .presentedItems)) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        try navigation.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(prompts, forKey: .prompts)
        try container.encode(tour, forKey: .tour)
        try container.encode(presentedItems, forKey: .presentedItems)
    }
}
