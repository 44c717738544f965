import Almanac
import Files
import Glibc
import Terminal

/// The files that begin with a path; hidden ones only where the dot is typed.
enum PathCandidates {
    private static let limit = 1000

    static func beginning(with path: String) -> Candidates {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let name = path.dropFirst(folder.count)
        let names = names(in: folder.isEmpty ? "." : folder).filter { entry in
            entry.name.hasPrefix(name) && (entry.name.hasPrefix(".") == name.hasPrefix("."))
        }
        return Candidates(
            names.sorted { $0.name < $1.name }.map { entry in
                let word = Words.quote(folder + entry.name + (entry.isFolder ? "/" : ""))
                return Completions.Candidate(entry.isFolder ? word : word + " ", title: entry.name)
            })
    }

    private static func names(in folder: String) -> [(name: String, isFolder: Bool)] {
        Folder(path: folder).prefix(limit).map { name in
            var information = stat()
            let isFolder = stat(folder + "/" + name, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
            return (name, isFolder)
        }
    }
}
