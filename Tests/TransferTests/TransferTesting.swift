import Interchange

@testable import AlmanacStore

extension SearchCheck {
    init() { self.init(cards: VCardInterpreter()) }
}
