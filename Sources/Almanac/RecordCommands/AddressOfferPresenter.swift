import Localization
import Navigation

/// Asks about the addresses of a message one after the other. Until the last is answered nothing happens, and quitting
/// drops all of it.
struct AddressOfferPresenter: Sendable {
    let path: String
    /// Those still to be asked about.
    let open: [AddressOffer]
    /// Those that somebody has said yes to.
    let agreed: [String]

    func present() -> NavigationAction {
        guard let first = open.first else { return .stay }
        let number: [Message] = open.count == 1 || !agreed.isEmpty ? [] : ["\(open.count) addresses are new."]
        return .ask([
            Prompt(
                (number + [first.question]).joined(),
                [
                    .init("yes", line: rest(agreedTo: agreed + [first.key])),
                    .init("no", line: rest(agreedTo: agreed)),
                    .init("all", line: line(only: agreed + open.map(\.key), .yes)),
                    .init("quit"),
                ], flag: "--yes")
        ])
    }

    /// The line that asks about those behind the first, or the last line; nil when nothing is left to do.
    private func rest(agreedTo agreed: [String]) -> String? {
        let rest = open.dropFirst().map(\.key)
        guard rest.isEmpty else { return line(only: rest, with: agreed.isEmpty ? nil : agreed) }
        return agreed.isEmpty ? nil : line(only: agreed, .yes)
    }

    private func line(only: [String], with agreed: [String]? = nil, _ confirmation: Confirmation = .none) -> String {
        AddEmailCommand.declaration.line(path, nil, only, agreed, confirmation)
    }
}
