import Localization
import Model
import Navigation
import Sync

/// The options of `remote add` for all kinds of remotes.
struct RemoteOptions: Hashable, Sendable {
    var contents: Contents?
    var isReadOnly = false
    var isDefault = false

    enum Contents: Hashable, Sendable {
        case all, own
        case group(RecordArgument)
    }
}

extension Argument where Value == RemoteOptions {
    static var remote: Argument {
        Argument(
            options: [.contents, .group, .readOnly, .makeDefault],
            read: { reader in
                var options = RemoteOptions()
                let contents = try reader.value(of: .contents, .contents)
                let group = try reader.value(of: .group, .record(.group))
                if contents != nil, group != nil { throw CommandProblem.exclusive(.contents, .group) }
                options.contents = group.map(RemoteOptions.Contents.group) ?? contents?.contents
                options.isReadOnly = reader.has(.readOnly)
                options.isDefault = reader.has(.makeDefault)
                if options.isReadOnly, options.isDefault { throw CommandProblem.exclusive(.readOnly, .makeDefault) }
                return options
            },
            words: { options in
                let contents: [String] =
                    switch options.contents {
                    case .all: [Option.contents.name, ContentsWord.all.rawValue]
                    case .own: [Option.contents.name, ContentsWord.own.rawValue]
                    case .group(let group): [Option.group.name, group.description]
                    case nil: []
                    }
                return contents + (options.isReadOnly ? [Option.readOnly.name] : [])
                    + (options.isDefault ? [Option.makeDefault.name] : [])
            })
    }
}

private enum ContentsWord: String, CaseIterable, Sendable {
    case all, own

    var contents: RemoteOptions.Contents {
        switch self {
        case .all: .all
        case .own: .own
        }
    }
}

extension ValueParser where Value == ContentsWord {
    fileprivate static var contents: ValueParser {
        .choice { .notHere("Invalid value “\($0)” for --contents.", next: "Use one of: \($1).") }
    }
}

extension Option {
    fileprivate static let contents = Option(
        "--contents", "WHICH", "Synchronize all contacts, or only those of the remote (own)",
        takes: ValueParser.contents.kind)
    fileprivate static let group = Option(
        "--group", "GROUP", "Synchronize only the members of this group", takes: .record([.group]))
    fileprivate static let readOnly = Option("--read-only", nil, "Never change the remote")
    static let makeDefault = Option("--default", nil, "Add new contacts to this remote")
}
