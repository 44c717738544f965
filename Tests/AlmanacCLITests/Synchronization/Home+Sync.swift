import Glibc
import TestSupport
import Text

extension Home {
    /// The contacts by name, without the properties that differ between databases, such as IDs and times.
    var contacts: [String: [String: JSONValue]] {
        get throws {
            let local: Set = ["id", "uuid", "created", "modified", "version", "favorite", "smartGroups", "planet"]
            let rows = try almanac("persons", "--json").rows.map { person in
                let members = (person.members ?? []).filter { !local.contains($0.key) }.map { member in
                    let isList = ["groups", "notes"].contains(member.key)
                    return (
                        member.key, isList ? .array(member.value.names.sorted().map(JSONValue.string)) : member.value
                    )
                }
                return (person["name"]?.string ?? "", Dictionary(members) { first, _ in first })
            }
            return Dictionary(rows) { first, _ in first }
        }
    }

    /// The number of history steps.
    var stepCount: Int {
        get throws { try almanac("history", "--json").rows.count }
    }

    /// Adds a folder as a remote.
    func addRemote(_ name: String, _ folder: TemporaryFolder) throws {
        let ending = try almanac("remote", "add", name, folder.path)
        guard ending.status == 0 else { throw ChildProcess.Failure(description: "remote add: \(ending.errors)") }
    }
}

/// The source of the password of a remote.
enum PasswordKind { case file, command }

extension Home {
    /// Adds the address book of a server as the remote `home`. The password is in the file `password`.
    /// - Parameter port: The port of a proxy in front of the server.
    func add(_ server: CardDAVServer, at port: Int? = nil, password: PasswordKind = .file) throws {
        let path = try passwordFile()
        let options =
            switch password {
            case .file: ["--password-file", path]
            case .command: ["--password-command", "cat '\(path)'"]
            }
        let ending = try addingRemote(server, at: port, options)
        guard ending.status == 0 else { throw ChildProcess.Failure(description: "remote add: \(ending.errors)") }
    }

    /// Writes the password of the servers to the file `password`.
    func passwordFile() throws -> String {
        let path = try write(CardDAVServer.password + "\n", to: "password")
        guard chmod(path, 0o600) == 0 else { throw ChildProcess.Failure(description: "chmod") }
        return path
    }

    func addingRemote(
        _ server: CardDAVServer, at port: Int? = nil, _ options: [String]
    ) throws -> ChildProcess.Ending {
        let url = server.bookURL(at: port ?? server.port)
        return try run(["remote", "add", "home", url, "--user", CardDAVServer.user, "--allow-http"] + options)
    }
}
