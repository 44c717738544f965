import Display
import Testing

@testable import Rendering

/// Complete pictures, so that every cell is tested. Spaces at the ends of lines are ignored.
@Suite("Complete pictures in terminal cells")
struct CellPictureTests {
    enum Kind: Sendable {
        case plot, bars, disks, orbits, tree

        var picture: Picture {
            switch self {
            case .plot: ExamplePictures.plot
            case .bars: ExamplePictures.bars
            case .disks: ExamplePictures.disks
            case .orbits: ExamplePictures.orbits
            case .tree: ExamplePictures.tree
            }
        }
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let kind: Kind
        let columns: Int
        let rows: Int
        let charset: SymbolSet
        let text: String
        var testDescription: String { "\(kind), \(columns) by \(rows), \(charset)" }

        init(_ kind: Kind, _ columns: Int, _ rows: Int, _ charset: SymbolSet, _ text: String) {
            (self.kind, self.columns, self.rows, self.charset, self.text) = (kind, columns, rows, charset, text)
        }

        var picture: any CellPicture {
            kind.picture.inCells(
                RenderSettings(width: columns, height: rows, palette: .plain, charset: charset))
        }
    }

    private static func text(_ lines: [Line]) -> String {
        lines.map(\.withoutTrailingSpaces.text).joined(separator: "\n")
    }

    @Test("A picture is drawn completely in cells", arguments: examples)
    func drawn(example: Example) { #expect(Self.text(example.picture.lines) == example.text) }

    @Test("A picture is described completely for screen readers", arguments: descriptions)
    func described(example: Example) { #expect(Self.text(example.picture.accessibleLines) == example.text) }

    private static let descriptions = [
        Example(
            .plot, 40, 20, .utf8,
            """
            Mass (M⊕, logarithmic): 1 to 100
            Radius (R⊕): 0 to 4
            + Imaging 1   • Transit 2
            ⠒ rock 3.3 g/cm³   ⠒ zone
            3 drawn, omitted: 4321 without a mass
            Drawn 2026-11-21. Filter: mass > 1.
            Source: NASA, IAU.
            """),
        Example(
            .tree, 12, 20, .utf8,
            """
            Generation
            1: Ed & Edna
            Generation
            2: Fred
            Generation
            3: Pebbles
            Generation
            2: Zack
            Work
              George
              Slate:
              manager
            """),
    ]

    private static let examples = [
        Example(
            .plot, 40, 20, .utf8,
            """
            Radius (R⊕)
            4┤                                     •
             │                        ⢀
             │                       ⡀⢒   ⢀⢀⢀⠠⠠⠐⠐⠐⠈⠈
            2┤                   •⢀⢠⠰⠠⢐⠐⠁⠈
             │         ⢀⢀⢀⠠⠠⠐⠐⠐⠈⠈ ⡀⠂  ⢐
             │rock line          ⢐⢀⢀⢀⢀⢐
             │
            0┤+ c
             └┬──────────────────┬─────────────────┬
              1                 10               100
                              Mass (M⊕, logarithmic)
            + Imaging 1   • Transit 2   2 more
            3 drawn, 4321 omitted
            Drawn 2026-11-21. Filter: mass > 1.
            Source: NASA and others.
            """),
        Example(
            .plot, 40, 20, .ascii,
            """
            Radius (Rearth)
            4+                                     .
             |                        '
             |                       ''   ''''''''''
            2+                   .''''''''
             |         '''''''''' ''  '
             |rock line          ''''''
             |
            0++ c
             ++------------------+-----------------+
              1                 10               100
                          Mass (Mearth, logarithmic)
            + Imaging 1   . Transit 2   2 more
            3 drawn, 4321 omitted
            Drawn 2026-11-21. Filter: mass > 1.
            Source: NASA and others.
            """),
        Example(
            .plot, 15, 20, .utf8,
            """
            Mass (M⊕,
            logarithmic): 1
            to 100
            Radius (R⊕): 0
            to 4
            + Imaging 1
            • Transit 2
            ⠒ rock 3.3
            g/cm³
            ⠒ zone
            3 drawn,
            omitted: 4321
            without a mass
            Drawn
            2026-11-21.
            Filter: mass >
            1. Source:
            NASA, IAU.
            """),
        Example(
            .plot, 16, 20, .utf8,
            """
            Radius (R⊕)
             │             •
             │        ⡐⡂⢀⠠⠠⠐
             │    ⢀⢀⠠•⠊⡊
             │⠠⠐⠐⠈   ⠢⠠⠂
            0┤+ c
             └┬────────────┬
              1          100
                   Mass (M⊕,
                logarithmic)
            Drawn
            2026-11-21.
            Filter: mass >
            """),
        Example(
            .bars, 40, 20, .utf8,
            """
            Number
              │
              │
            10┤++++++++++++++++++
              │++++++++++++++++++
              │++++++++++++++++++
              │██████████████████
             5┤██████████████████
              │██████████████████
              │██████████████████+++++++++++++++++++
              │██████████████████+++++++++++++++++++
             0┴┬─────────────────┬─────────────────┬
               0                10                20
                                                Year
            █ Transit 6   + Imaging 5
            11 drawn
            """),
        Example(
            .bars, 25, 12, .ascii,
            """
            Number
              |
            10++++++++++++
              |@@@@@@@@@@@
              |@@@@@@@@@@@+++++++++++
             0++--------------------+
               0                   20
                                 Year
            @ Transit 6   + Imaging 5
            11 drawn
            """),
        Example(
            .disks, 40, 24, .utf8,
            """
                   ⢀⣠⣤⣤⣶⣶⣦⣤⣤⣀⡀
                ⣀⣴⣾⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣷⣤⡀
              ⢠⣾⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣦⡀
             ⣰⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣷⡀
            ⢠⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣷
            ⣾⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡇
            ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡇
            ⢿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡇
            ⠘⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡿
             ⠹⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡿⠁     ⣀⣤⣄⡀  ⣀⣤⣄⡀
              ⠘⢿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⠟⠁    ⢀⣾⣿⣿⣿⣿⣆⣾⣿⣿⣿⣿⣧
                ⠉⠻⢿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡿⠛⠁      ⠘⣿⣿⣿⣿⣿⡟⣿⣿⣿⣿⣿⡿
                   ⠈⠙⠛⠛⠿⠿⠟⠛⠛⠉⠁          ⠈⠛⠿⠟⠋ ⠈⠛⠻⠟⠋
                       Sun  Mercury with a long name
                              Venus with a long name
            ┬──────────────┬──────────────┬
            0              5             10
            Scale (km)
            X is missing.
            """),
        Example(
            .disks, 40, 24, .ascii,
            """
                       ooo
                  ooooooooooooo
               ooooooooooooooooooo
              ooooooooooooooooooooo
             ooooooooooooooooooooooo
            ooooooooooooooooooooooooo
            ooooooooooooooooooooooooo
            ooooooooooooooooooooooooo
             ooooooooooooooooooooooo
              ooooooooooooooooooooo
               ooooooooooooooooooo      oooooooooooo
                 ooooooooooooooo        oooooooooooo
                     ooooooo             oooo  oooo
                       Sun  Mercury with a long name
                              Venus with a long name
            +--------------+--------------+
            0              5             10
            Scale (km)
            X is missing.
            """),
        Example(
            .orbits, 40, 24, .utf8,
            """
                                ○ Mars





                              ⢀⠄⠢⡀
                            ⢀⠔⡁ ⡀⠈⡢⡀
                          ⣀⠖⡁⠂⡀⠂⡀⠂⡀⠊⡢⡂⡀
                        ⣀⠖⡁⠂⡀⠂⡀⠂⡀⠂⡀⠂⡀⠊⡢⡂⡀
                      ⢀⠖⡁⠂⡀⠂⡀⠂     ⠂⡀⠂⡀⠊⡢⡀
                    ⢀⠔⡁⠂⡀⠂⡀⠂         ⠂⡀⠂⡀⠊⠢⡀
                   ⢔⠁ ⡀⠂⡀⠂⡀     ★ Sun ⡀● Earth
                    ⠑⢄⡀⠂⡀⠂⡀          ⠂⡀⠂⡀⠂⡠⠊
                      ⠑⢆⡀⠂⡀⠂⡀       ⡀⠂⡀⠂⡠⠊
                        ⡑⢆⡀⠂⡀⠂⡀⠂⡀⠂⡀⠂⡀⠂⡠⠊
                         ⠂⠑⢆⡀⠂⡀⠂⡀⠂⡀⠂⡠⠊
                            ⠑⢆ ⠂ ⠂⡠⠊
                              ⠑⠄⡠⠊
            ★ star   ⠒ orbit   ⠕ habitable zone
            """),
        Example(
            .orbits, 40, 24, .ascii,
            """
                                o Mars





                              ....
                            ...  ...
                          ...   '  ...
                        ...   '   '  ...
                      ...   '       '  ...
                    ...   '           '  ...
                   ..   '       * Sun  # Earth
                    ..'   '           '   ..
                      ..'   '       '   ..
                        ..'   '   '   ..
                          ..'   '   ..
                            ..'   ..
                              ....
            * star   . orbit   ' habitable zone
            """),
        Example(
            .orbits, 23, 24, .utf8,
            """
            the zone
            the Sun
            the Earth
            """),
        Example(
            .orbits, 24, 12, .utf8,
            """
                        ○ Mars
                        ⡀
                      ⡠⠌⡁⢤⡀
                    Sun ★⠂● Earth
                    ⠐⠢⡀ ⡀⢀⡠⠂
                      ⠈⠦⡠⠊
            ★ star   ⠒ orbit
            ⠕ habitable zone
            """),
        Example(
            .tree, 43, 24, .utf8,
            """
            I   Ed & Edna       Work
            II  ├─ Fred           George Slate: manager
            III │  └─ Pebbles
            II  └─ Zack
            """),
        Example(
            .tree, 42, 24, .ascii,
            """
            I   Ed & Edna
            II  |- Fred
            III |  `- Pebbles
            II  `- Zack

            Work
              George Slate: manager
            """),
        Example(
            .tree, 22, 24, .utf8,
            """
            I   Ed & Edna
            II  ├─ Fred
            III │  └─ Pebbles
            II  └─ Zack

            Work
              George Slate:
              manager
            """),
        Example(
            .tree, 19, 24, .utf8,
            """
            I   Ed & Edna
            II  ├─ Fred
            III └─ Pebbles
            II  └─ Zack

            Work
              George Slate:
              manager
            """),
        Example(
            .tree, 18, 24, .utf8,
            """
            I   Ed & Edna
            II  Fred
            III Pebbles
            II  Zack

            Work
              George Slate:
              manager
            """),
        Example(
            .tree, 11, 24, .utf8,
            """
            I   Ed &
                Edna
            II  Fred
            III Pebbles
            II  Zack

            Work
              George
              Slate:
              manager
            """),
    ]
}
