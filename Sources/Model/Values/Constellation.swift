import Glibc

/// One of the 88 constellations of the International Astronomical Union.
public struct Constellation: Hashable, Sendable {
    /// The name without accents, as in the planet catalog, such as `Bootes`.
    public let name: String
    /// The genitive in the names of stars, such as `Bootis`.
    public let genitive: String
    /// The abbreviation, such as `Boo`.
    public let abbreviation: String

    private init(abbreviation: String, name: String, genitive: String) {
        self.name = name
        self.genitive = genitive
        self.abbreviation = abbreviation
    }

    /// Creates a constellation from its name, genitive, or abbreviation, ignoring case and accents.
    public init?(_ text: String) {
        guard let constellation = Self.byWord[Self.key(text)] else { return nil }
        self = constellation
    }

    private static func key(_ text: String) -> String {
        text.trimmed.lowercased().replacing("ö", with: "o")
    }

    private static let byWord = Dictionary(
        all.flatMap { constellation in
            [constellation.name, constellation.genitive, constellation.abbreviation].map { (key($0), constellation) }
        }
    ) { first, _ in first }

    public static let all = table.split(separator: "\n").map { line in
        let parts = line.split(separator: "|").map(String.init)
        return Constellation(abbreviation: parts[0], name: parts[1], genitive: parts[2])
    }

    private static let table = """
        And|Andromeda|Andromedae
        Ant|Antlia|Antliae
        Aps|Apus|Apodis
        Aqr|Aquarius|Aquarii
        Aql|Aquila|Aquilae
        Ara|Ara|Arae
        Ari|Aries|Arietis
        Aur|Auriga|Aurigae
        Boo|Bootes|Bootis
        Cae|Caelum|Caeli
        Cam|Camelopardalis|Camelopardalis
        Cnc|Cancer|Cancri
        CVn|Canes Venatici|Canum Venaticorum
        CMa|Canis Major|Canis Majoris
        CMi|Canis Minor|Canis Minoris
        Cap|Capricornus|Capricorni
        Car|Carina|Carinae
        Cas|Cassiopeia|Cassiopeiae
        Cen|Centaurus|Centauri
        Cep|Cepheus|Cephei
        Cet|Cetus|Ceti
        Cha|Chamaeleon|Chamaeleontis
        Cir|Circinus|Circini
        Col|Columba|Columbae
        Com|Coma Berenices|Comae Berenices
        CrA|Corona Australis|Coronae Australis
        CrB|Corona Borealis|Coronae Borealis
        Crv|Corvus|Corvi
        Crt|Crater|Crateris
        Cru|Crux|Crucis
        Cyg|Cygnus|Cygni
        Del|Delphinus|Delphini
        Dor|Dorado|Doradus
        Dra|Draco|Draconis
        Equ|Equuleus|Equulei
        Eri|Eridanus|Eridani
        For|Fornax|Fornacis
        Gem|Gemini|Geminorum
        Gru|Grus|Gruis
        Her|Hercules|Herculis
        Hor|Horologium|Horologii
        Hya|Hydra|Hydrae
        Hyi|Hydrus|Hydri
        Ind|Indus|Indi
        Lac|Lacerta|Lacertae
        Leo|Leo|Leonis
        LMi|Leo Minor|Leonis Minoris
        Lep|Lepus|Leporis
        Lib|Libra|Librae
        Lup|Lupus|Lupi
        Lyn|Lynx|Lyncis
        Lyr|Lyra|Lyrae
        Men|Mensa|Mensae
        Mic|Microscopium|Microscopii
        Mon|Monoceros|Monocerotis
        Mus|Musca|Muscae
        Nor|Norma|Normae
        Oct|Octans|Octantis
        Oph|Ophiuchus|Ophiuchi
        Ori|Orion|Orionis
        Pav|Pavo|Pavonis
        Peg|Pegasus|Pegasi
        Per|Perseus|Persei
        Phe|Phoenix|Phoenicis
        Pic|Pictor|Pictoris
        Psc|Pisces|Piscium
        PsA|Piscis Austrinus|Piscis Austrini
        Pup|Puppis|Puppis
        Pyx|Pyxis|Pyxidis
        Ret|Reticulum|Reticuli
        Sge|Sagitta|Sagittae
        Sgr|Sagittarius|Sagittarii
        Sco|Scorpius|Scorpii
        Scl|Sculptor|Sculptoris
        Sct|Scutum|Scuti
        Ser|Serpens|Serpentis
        Sex|Sextans|Sextantis
        Tau|Taurus|Tauri
        Tel|Telescopium|Telescopii
        Tri|Triangulum|Trianguli
        TrA|Triangulum Australe|Trianguli Australis
        Tuc|Tucana|Tucanae
        UMa|Ursa Major|Ursae Majoris
        UMi|Ursa Minor|Ursae Minoris
        Vel|Vela|Velorum
        Vir|Virgo|Virginis
        Vol|Volans|Volantis
        Vul|Vulpecula|Vulpeculae
        """
}

// The table is “Identification of a Constellation from a Position” by N. G. Roman (1987, PASP 99, 695; catalog VI/42 of
// the CDS). Its boundaries are lines of constant right ascension or declination at the equinox B1875.
extension Constellation {
    /// Returns the name of the constellation at a position, such as `Ursa Minor`.
    ///
    /// - Parameters:
    ///   - rightAscension: The right ascension in degrees, J2000.
    ///   - declination: The declination in degrees, J2000.
    public static func name(rightAscension: Double, declination: Double) -> String? {
        let place = precessed(rightAscension, declination)
        let hours = place.rightAscension / 15
        return boundaries.first {
            place.declination >= $0.southernmost && hours >= $0.first && hours < $0.last
        }.flatMap { Constellation($0.abbreviation)?.name }
    }

    /// Converts a position in degrees from the equinox J2000 to the equinox B1875.
    private static func precessed(
        _ rightAscension: Double, _ declination: Double
    ) -> (rightAscension: Double, declination: Double) {
        // The angles of Lieske (1977) in arcseconds, for T = (1875.0 - 2000.0) / 100 centuries.
        let time = (2_405_889.25855 - 2_451_545) / 36_525
        let degrees = { (seconds: Double) in seconds / 3_600 * .pi / 180 }
        let zeta = degrees(time * (2_306.2181 + time * (0.30188 + time * 0.017998)))
        let z = degrees(time * (2_306.2181 + time * (1.09468 + time * 0.018203)))
        let theta = degrees(time * (2_004.3109 - time * (0.42665 + time * 0.041833)))
        let (alpha, delta) = (rightAscension * .pi / 180, declination * .pi / 180)
        let a = cos(delta) * sin(alpha + zeta)
        let b = cos(theta) * cos(delta) * cos(alpha + zeta) - sin(theta) * sin(delta)
        let c = sin(theta) * cos(delta) * cos(alpha + zeta) + cos(theta) * sin(delta)
        let turned = (atan2(a, b) + z) * 180 / .pi
        let whole = turned.truncatingRemainder(dividingBy: 360)
        return (whole < 0 ? whole + 360 : whole, asin(min(1, max(-1, c))) * 180 / .pi)
    }

    /// A zone between two right ascensions in hours, north of a declination in degrees.
    private struct Boundary {
        let first: Double
        let last: Double
        let southernmost: Double
        let abbreviation: String
    }

    /// The zones from north to south. The first zone that contains a position determines the constellation.
    private static let boundaries = boundaryTable.split(separator: ",").compactMap { zone -> Boundary? in
        let parts = zone.split(separator: " ")
        guard parts.count == 4, let first = Double(parts[0]), let last = Double(parts[1]), let south = Double(parts[2])
        else { return nil }
        return Boundary(first: first, last: last, southernmost: south, abbreviation: String(parts[3]))
    }

    private static let boundaryTable = """
        0 24 88 UMi, 8 14.5 86.5 UMi, 21 23 86.1667 UMi, 18 21 86 UMi, 0 8 85 Cep, 9.1667 10.6667 82 Cam, \
        0 5 80 Cep, 10.6667 14.5 80 Cam, 17.5 18 80 UMi, 20.1667 21 80 Dra, 0 3.5083 77 Cep, 11.5 13.5833 77 Cam, \
        16.5333 17.5 75 UMi, 20.1667 20.6667 75 Cep, 7.9667 9.1667 73.5 Cam, 9.1667 11.3333 73.5 Dra, \
        13 16.5333 70 UMi, 3.1 3.4167 68 Cas, 20.4167 20.6667 67 Dra, 11.3333 12 66.5 Dra, 0 0.3333 66 Cep, \
        14 15.6667 66 UMi, 23.5833 24 66 Cep, 12 13.5 64 Dra, 13.5 14.4167 63 Dra, 23.1667 23.5833 63 Cep, \
        6.1 7 62 Cam, 20 20.4167 61.5 Dra, 20.5367 20.6 60.9167 Cep, 7 7.9667 60 Cam, 7.9667 8.4167 60 UMa, \
        19.7667 20 59.5 Dra, 20 20.5367 59.5 Cep, 22.8667 23.1667 59.0833 Cep, 0 2.4333 58.5 Cas, \
        19.4167 19.7667 58 Dra, 1.7 1.9083 57.5 Cas, 2.4333 3.1 57 Cas, 3.1 3.1667 57 Cam, \
        22.3167 22.8667 56.25 Cep, 5 6.1 56 Cam, 14.0333 14.4167 55.5 UMa, 14.4167 19.4167 55.5 Dra, \
        3.1667 3.3333 55 Cam, 22.1333 22.3167 55 Cep, 20.6 21.9667 54.8333 Cep, 0 1.7 54 Cas, 6.1 6.5 54 Lyn, \
        12.0833 13.5 53 UMa, 15.25 15.75 53 Dra, 21.9667 22.1333 52.75 Cep, 3.3333 5 52.5 Cam, \
        22.8667 23.3333 52.5 Cas, 15.75 17 51.5 Dra, 2.0417 2.5167 50.5 Per, 17 18.2333 50.5 Dra, 0 1.3667 50 Cas, \
        1.3667 1.6667 50 Per, 6.5 6.8 50 Lyn, 23.3333 24 50 Cas, 13.5 14.0333 48.5 UMa, 0 1.1167 48 Cas, \
        23.5833 24 48 Cas, 18.175 18.2333 47.5 Her, 18.2333 19.0833 47.5 Dra, 19.0833 19.1667 47.5 Cyg, \
        1.6667 2.0417 47 Per, 8.4167 9.1667 47 UMa, 0.1667 0.8667 46 Cas, 12 12.0833 45 UMa, 6.8 7.3667 44.5 Lyn, \
        21.9083 21.9667 44 Cyg, 21.875 21.9083 43.75 Cyg, 19.1667 19.4 43.5 Cyg, 9.1667 10.1667 42 UMa, \
        10.1667 10.7833 40 UMa, 15.4333 15.75 40 Boo, 15.75 16.3333 40 Her, 9.25 9.5833 39.75 Lyn, \
        0 2.5167 36.75 And, 2.5167 2.5667 36.75 Per, 19.3583 19.4 36.5 Lyr, 4.5 4.6917 36 Per, \
        21.7333 21.875 36 Cyg, 21.875 22 36 Lac, 6.5333 7.3667 35.5 Aur, 7.3667 7.75 35.5 Lyn, 0 2 35 And, \
        22 22.8167 35 Lac, 22.8167 22.8667 34.5 Lac, 22.8667 23.5 34.5 And, 2.5667 2.7167 34 Per, 10.7833 11 34 UMa, \
        12 12.3333 34 CVn, 7.75 9.25 33.5 Lyn, 9.25 9.8833 33.5 LMi, 0.7167 1.4083 33 And, 15.1833 15.4333 33 Boo, \
        23.5 23.75 32.0833 And, 12.3333 13.25 32 CVn, 23.75 24 31.3333 And, 13.9583 14.0333 30.75 CVn, \
        2.4167 2.7167 30.6667 Tri, 2.7167 4.5 30.6667 Per, 4.5 4.75 30 Aur, 18.175 19.3583 30 Lyr, 11 12 29 UMa, \
        19.6667 20.9167 29 Cyg, 4.75 5.8833 28.5 Aur, 9.8833 10.5 28.5 LMi, 13.25 13.9583 28.5 CVn, 0 0.0667 28 And, \
        1.4083 1.6667 28 Tri, 5.8833 6.5333 28 Aur, 7.8833 8 28 Gem, 20.9167 21.7333 28 Cyg, \
        19.2583 19.6667 27.5 Cyg, 1.9167 2.4167 27.25 Tri, 16.1667 16.3333 27 CrB, 15.0833 15.1833 26 Boo, \
        15.1833 16.1667 26 CrB, 18.3667 18.8667 26 Lyr, 10.75 11 25.5 LMi, 18.8667 19.2583 25.5 Lyr, \
        1.6667 1.9167 25 Tri, 0.7167 0.85 23.75 Psc, 10.5 10.75 23.5 LMi, 21.25 21.4167 23.5 Vul, \
        5.7 5.8833 22.8333 Tau, 0.0667 0.1417 22 And, 15.9167 16.0333 22 Ser, 5.8833 6.2167 21.5 Gem, \
        19.8333 20.25 21.25 Vul, 18.8667 19.25 21.0833 Vul, 0.1417 0.85 21 And, 20.25 20.5667 20.5 Vul, \
        7.8083 7.8833 20 Gem, 20.5667 21.25 19.5 Vul, 19.25 19.8333 19.1667 Vul, 3.2833 3.3667 19 Ari, \
        18.8667 19 18.5 Sge, 5.7 5.7667 18 Ori, 6.2167 6.3083 17.5 Gem, 19 19.8333 16.1667 Sge, \
        4.9667 5.3333 16 Tau, 15.9167 16.0833 16 Her, 19.8333 20.25 15.75 Sge, 4.6167 4.9667 15.5 Tau, \
        5.3333 5.6 15.5 Tau, 12.8333 13.5 15 Com, 17.25 18.25 14.3333 Her, 11.8667 12.8333 14 Com, \
        7.5 7.8083 13.5 Gem, 16.75 17.25 12.8333 Her, 0 0.1417 12.5 Peg, 5.6 5.7667 12.5 Tau, 7 7.5 12.5 Gem, \
        21.1167 21.3333 12.5 Peg, 6.3083 6.9333 12 Gem, 18.25 18.8667 12 Her, 20.875 21.05 11.8333 Del, \
        21.05 21.1167 11.8333 Peg, 11.5167 11.8667 11 Leo, 6.2417 6.3083 10 Ori, 6.9333 7 10 Gem, \
        7.8083 7.925 10 Cnc, 23.8333 24 10 Peg, 1.6667 3.2833 9.9167 Ari, 20.1417 20.3 8.5 Del, 13.5 15.0833 8 Boo, \
        22.75 23.8333 7.5 Peg, 7.925 9.25 7 Cnc, 9.25 10.75 7 Leo, 18.25 18.6622 6.25 Oph, 18.6622 18.8667 6.25 Aql, \
        20.8333 20.875 6 Del, 7 7.0167 5.5 CMi, 18.25 18.425 4.5 Ser, 16.0833 16.75 4 Her, 18.25 18.425 3 Oph, \
        21.4667 21.6667 2.75 Peg, 0 2 2 Psc, 18.5833 18.8667 2 Ser, 20.3 20.8333 2 Del, 20.8333 21.3333 2 Equ, \
        21.3333 21.4667 2 Peg, 22 22.75 2 Peg, 21.6667 22 1.75 Peg, 7.0167 7.2 1.5 CMi, 3.5833 4.6167 0 Tau, \
        4.6167 4.6667 0 Ori, 7.2 8.0833 0 CMi, 14.6667 15.0833 0 Vir, 17.8333 18.25 0 Oph, 2.65 3.2833 -1.75 Cet, \
        3.2833 3.5833 -1.75 Tau, 15.0833 16.2667 -3.25 Ser, 4.6667 5.0833 -4 Ori, 5.8333 6.2417 -4 Ori, \
        17.8333 17.9667 -4 Ser, 18.25 18.5833 -4 Ser, 18.5833 18.8667 -4 Aql, 22.75 23.8333 -4 Psc, \
        10.75 11.5167 -6 Leo, 11.5167 11.8333 -6 Vir, 0 0.3333 -7 Psc, 23.8333 24 -7 Psc, 14.25 14.6667 -8 Vir, \
        15.9167 16.2667 -8 Oph, 20 20.5333 -9 Aql, 21.3333 21.8667 -9 Aqr, 17.1667 17.9667 -10 Oph, \
        5.8333 8.0833 -11 Mon, 4.9167 5.0833 -11 Eri, 5.0833 5.8333 -11 Ori, 8.0833 8.3667 -11 Hya, \
        9.5833 10.75 -11 Sex, 11.8333 12.8333 -11 Vir, 17.5833 17.6667 -11.6667 Oph, 18.8667 20 -12.0333 Aql, \
        4.8333 4.9167 -14.5 Eri, 20.5333 21.3333 -15 Aqr, 17.1667 18.25 -16 Ser, 18.25 18.8667 -16 Sct, \
        8.3667 8.5833 -17 Hya, 16.2667 16.375 -18.25 Oph, 8.5833 9.0833 -19 Hya, 10.75 10.8333 -19 Crt, \
        16.2667 16.375 -19.25 Sco, 15.6667 15.9167 -20 Lib, 12.5833 12.8333 -22 Crv, 12.8333 14.25 -22 Vir, \
        9.0833 9.75 -24 Hya, 1.6667 2.65 -24.3833 Cet, 2.65 3.75 -24.3833 Eri, 10.8333 11.8333 -24.5 Crt, \
        11.8333 12.5833 -24.5 Crv, 14.25 14.9167 -24.5 Lib, 16.2667 16.75 -24.5833 Oph, 0 1.6667 -25.5 Cet, \
        21.3333 21.8667 -25.5 Cap, 21.8667 23.8333 -25.5 Aqr, 23.8333 24 -25.5 Cet, 9.75 10.25 -26.5 Hya, \
        4.7 4.8333 -27.25 Eri, 4.8333 6.1167 -27.25 Lep, 20 21.3333 -28 Cap, 10.25 10.5833 -29.1667 Hya, \
        12.5833 14.9167 -29.5 Hya, 14.9167 15.6667 -29.5 Lib, 15.6667 16 -29.5 Sco, 4.5833 4.7 -30 Eri, \
        16.75 17.6 -30 Oph, 17.6 17.8333 -30 Sgr, 10.5833 10.8333 -31.1667 Hya, 6.1167 7.3667 -33 CMa, \
        12.25 12.5833 -33 Hya, 10.8333 12.25 -35 Hya, 3.5 3.75 -36 For, 8.3667 9.3667 -36.75 Pyx, \
        4.2667 4.5833 -37 Eri, 17.8333 19.1667 -37 Sgr, 21.3333 23 -37 PsA, 23 23.3333 -37 Scl, 3 3.5 -39.5833 For, \
        9.3667 11 -39.75 Ant, 0 1.6667 -40 Scl, 1.6667 3 -40 For, 3.8667 4.2667 -40 Eri, 23.3333 24 -40 Scl, \
        14.1667 14.9167 -42 Cen, 15.6667 16 -42 Lup, 16 16.4208 -42 Sco, 4.8333 5 -43 Cae, 5 6.5833 -43 Col, \
        8 8.3667 -43 Pup, 3.4167 3.8667 -44 Eri, 16.4208 17.8333 -45.5 Sco, 17.8333 19.1667 -45.5 CrA, \
        19.1667 20.3333 -45.5 Sgr, 20.3333 21.3333 -45.5 Mic, 3 3.4167 -46 Eri, 4.5 4.8333 -46.5 Cae, \
        15.3333 15.6667 -48 Lup, 0 2.3333 -48.1667 Phe, 2.6667 3 -49 Eri, 4.0833 4.2667 -49 Hor, 4.2667 4.5 -49 Cae, \
        21.3333 22 -50 Gru, 6 8 -50.75 Pup, 8 8.1667 -50.75 Vel, 2.4167 2.6667 -51 Eri, 3.8333 4.0833 -51 Hor, \
        0 1.8333 -51.5 Phe, 6 6.1667 -52.5 Car, 8.1667 8.45 -53 Vel, 3.5 3.8333 -53.1667 Hor, 3.8333 4 -53.1667 Dor, \
        0 1.5833 -53.5 Phe, 2.1667 2.4167 -54 Eri, 4.5 5 -54 Pic, 15.05 15.3333 -54 Lup, 8.45 8.8333 -54.5 Vel, \
        6.1667 6.5 -55 Car, 11.8333 12.8333 -55 Cen, 14.1667 15.05 -55 Lup, 15.05 15.3333 -55 Nor, \
        4 4.3333 -56.5 Dor, 8.8333 11 -56.5 Vel, 11 11.25 -56.5 Cen, 17.5 18 -57 Ara, 18 20.3333 -57 Tel, \
        22 23.3333 -57 Gru, 3.2 3.5 -57.5 Hor, 5 5.5 -57.5 Pic, 6.5 6.8333 -58 Car, 0 1.3333 -58.5 Phe, \
        1.3333 2.1667 -58.5 Eri, 23.3333 24 -58.5 Phe, 4.3333 4.5833 -59 Dor, 15.3333 16.4208 -60 Nor, \
        20.3333 21.3333 -60 Ind, 5.5 6 -61 Pic, 15.1667 15.3333 -61 Cir, 16.4208 16.5833 -61 Ara, \
        14.9167 15.1667 -63.5833 Cir, 16.5833 16.75 -63.5833 Ara, 6 6.8333 -64 Pic, 6.8333 9.0333 -64 Car, \
        11.25 11.8333 -64 Cen, 11.8333 12.8333 -64 Cru, 12.8333 14.5333 -64 Cen, 13.5 13.6667 -65 Cir, \
        16.75 16.8333 -65 Ara, 2.1667 3.2 -67.5 Hor, 3.2 4.5833 -67.5 Ret, 14.75 14.9167 -67.5 Cir, \
        16.8333 17.5 -67.5 Ara, 17.5 18 -67.5 Pav, 22 23.3333 -67.5 Tuc, 4.5833 6.5833 -70 Dor, \
        13.6667 14.75 -70 Cir, 14.75 17 -70 TrA, 0 1.3333 -75 Tuc, 3.5 4.5833 -75 Hyi, 6.5833 9.0333 -75 Vol, \
        9.0333 11.25 -75 Car, 11.25 13.6667 -75 Mus, 18 21.3333 -75 Pav, 21.3333 23.3333 -75 Ind, \
        23.3333 24 -75 Tuc, 0.75 1.3333 -76 Tuc, 0 3.5 -82.5 Hyi, 7.6667 13.6667 -82.5 Cha, 13.6667 18 -82.5 Aps, \
        3.5 7.6667 -85 Men, 0 24 -90 Oct
        """
}
