import AlmanacStore
import Interchange
import Model
import SQLite

extension PersonTraits {
    init(_ person: Person) { self.init(person, VCardInterpreter()) }
}

extension SearchIndex {
    init(_ connection: Connection) { self.init(connection, VCardInterpreter()) }
}
