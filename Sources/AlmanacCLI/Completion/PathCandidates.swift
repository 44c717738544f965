import FileIO
import Glibc
import Navigation
import Terminal

/// The files that begin with a path; hidden ones only where the dot is typed.
enum PathCandidates {
    private static let limit = 1000

    /// - Parameter home: The folder that `~` stands for.
    static func beginning(with path: String, home: String) -> Candidates {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let name = path.dropFirst(folder.count)
        let place = folder.hasPrefix(ShellWords.homeward) ? home + folder.dropFirst() : folder
        let names = names(in: place.isEmpty ? "." : place).filter { entry in
            entry.name.hasPrefix(name) && (entry.name.hasPrefix(".") == name.hasPrefix("."))
        }
        return Candidates(
            names.sorted { $0.name < $1.name }.map { entry in
                let word = quoted(folder + entry.name + (entry.isFolder ? "/" : ""))
                return Completions.Candidate(entry.isFolder ? word : word + " ", title: entry.name)
            })
    }

    private static func quoted(_ path: String) -> String {
        guard path.hasPrefix(ShellWords.homeward) else { return ShellWords.quote(path) }
        return ShellWords.homeward + ShellWords.quote(String(path.dropFirst(ShellWords.homeward.count)))
    }

    private static func names(in folder: String) -> [(name: String, isFolder: Bool)] {
        Folder(path: folder).prefix(limit).map { name in
            var information = stat()
            let isFolder = stat(folder + "/" + name, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
            return (name, isFolder)
        }
    }
}
