import CExpat
import Glibc

/// A reader of XML documents that uses libexpat. The library is loaded for the first document.
///
/// Documents with a document type declaration are rejected.
enum XMLReader {
    /// Returns the root element of a document.
    /// - Parameter sizeLimit: The approximate maximum size of all elements in memory, in bytes.
    /// - Throws: ``HTTPProblem/missingLibrary(name:package:)``, or ``RemoteProblem/invalidResponse(reason:)`` if the
    ///   document is not well-formed, has a document type declaration, or exceeds a limit.
    static func root(of document: [UInt8], sizeLimit: Int = standardSizeLimit) throws -> XMLElement {
        // A document type declaration could expand or load entities.
        guard let expat = cexpat_load(), let parser = expat.pointee.ParserCreateNS(nil, separator) else {
            throw HTTPProblem.missingLibrary(name: "libexpat", package: "libexpat1")
        }
        defer { expat.pointee.ParserFree(parser) }
        let builder = XMLTreeBuilder(sizeLimit: sizeLimit) { _ = expat.pointee.StopParser(parser, XML_Bool(0)) }
        expat.pointee.SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
        expat.pointee.SetElementHandler(parser, XMLCallbacks.start, XMLCallbacks.end)
        expat.pointee.SetCharacterDataHandler(parser, XMLCallbacks.text)
        expat.pointee.SetStartDoctypeDeclHandler(parser, XMLCallbacks.documentType)
        let status = document.withUnsafeBytes { bytes in
            expat.pointee.Parse(parser, bytes.baseAddress, Int32(clamping: bytes.count), 1)
        }
        let root = withExtendedLifetime(builder) { builder.root }
        guard status == XML_STATUS_OK, let root else {
            let line = expat.pointee.GetCurrentLineNumber(parser)
            let text = expat.pointee.ErrorString(expat.pointee.GetErrorCode(parser)).map { String(cString: $0) } ?? ""
            throw RemoteProblem.invalidResponse(reason: "line \(line) of the XML: \(builder.problem ?? text)")
        }
        return root
    }

    /// The default limit. It is large enough for a list of 100,000 cards. Empty elements take much more memory than
    /// their text.
    static let standardSizeLimit = 256 << 20

    /// The character between the namespace and the local name. XML documents cannot contain it.
    fileprivate static let separator: CChar = 1
}

/// A builder of the element tree. Its functions are called by libexpat.
private final class XMLTreeBuilder {
    /// The open elements, from the root to the innermost.
    private var open: [XMLElement] = []
    private(set) var root: XMLElement?
    private(set) var problem: String?
    private let stop: () -> Void
    private let sizeLimit: Int
    /// The approximate size of all elements in memory, in bytes.
    private var size = 0

    /// The maximum nesting depth. No CardDAV response reaches this depth. A limit is needed because elements are
    /// released recursively.
    private static let depthLimit = 64
    private static let elementSize = 100

    init(sizeLimit: Int, stop: @escaping () -> Void) { (self.sizeLimit, self.stop) = (sizeLimit, stop) }

    /// Counts the memory of a name or value, and returns whether the total is within the limit.
    func reserve(_ text: UnsafePointer<CChar>) -> Bool {
        // Each name or value is a separate copy, and a name includes its namespace.
        size += Self.elementSize + strlen(text)
        if size > sizeLimit { reject("too many elements") }
        return size <= sizeLimit
    }

    func start(_ name: String, _ attributes: [String: String]) {
        guard open.count < Self.depthLimit else { return reject("too many nested elements") }
        open.append(XMLElement(name: XMLName(expatName: name), attributes: attributes))
    }

    func end() {
        guard let element = open.popLast() else { return }
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(element)
            open[open.count - 1].text = []
        }
    }

    func append(_ bytes: UnsafeRawBufferPointer) {
        guard !open.isEmpty else { return }
        open[open.count - 1].text.append(contentsOf: bytes)
    }

    func reject(_ reason: String) {
        problem = reason
        stop()
    }
}

extension XMLName {
    fileprivate init(expatName: String) {
        let parts = expatName.split(separator: "\u{1}", maxSplits: 1)
        self.init(namespace: parts.count == 2 ? String(parts[0]) : "", local: parts.last.map(String.init) ?? "")
    }
}

/// The functions that libexpat calls. Their first argument is the builder.
private enum XMLCallbacks {
    static let start: XML_StartElementHandler = { context, name, attributes in
        guard let builder = XMLCallbacks.builder(context), let name, builder.reserve(name) else { return }
        var values: [String: String] = [:]
        var next = attributes
        while let name = next?.pointee, let value = next?.advanced(by: 1).pointee {
            guard builder.reserve(name), builder.reserve(value) else { return }
            values[String(cString: name)] = String(cString: value)
            next = next?.advanced(by: 2)
        }
        builder.start(String(cString: name), values)
    }

    static let end: XML_EndElementHandler = { context, _ in XMLCallbacks.builder(context)?.end() }

    static let text: XML_CharacterDataHandler = { context, bytes, count in
        XMLCallbacks.builder(context)?.append(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }

    static let documentType: XML_StartDoctypeDeclHandler = { context, _, _, _, _ in
        XMLCallbacks.builder(context)?.reject("a document type declaration is not accepted")
    }

    private static func builder(_ context: UnsafeMutableRawPointer?) -> XMLTreeBuilder? {
        context.map { Unmanaged<XMLTreeBuilder>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// The name of an XML element with its namespace.
struct XMLName: Hashable, Sendable {
    let namespace: String
    let local: String
}

/// An XML element. Comments and processing instructions are not kept.
struct XMLElement: Hashable, Sendable {
    let name: XMLName
    let attributes: [String: String]
    /// The text of an element without child elements, in UTF-8.
    var text: [UInt8] = []
    var children: [XMLElement] = []

    /// The first child with the given name, if any.
    subscript(_ name: XMLName) -> XMLElement? { children.first { $0.name == name } }

    func all(_ name: XMLName) -> [XMLElement] { children.filter { $0.name == name } }

    /// The text without surrounding whitespace, or `nil` if nothing remains.
    var trimmedText: String? {
        let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let start = text.firstIndex(where: { !isSpace($0) }), let end = text.lastIndex(where: { !isSpace($0) })
        else { return nil }
        return String(decoding: text[start...end], as: UTF8.self)
    }
}

extension String {
    /// The text escaped for XML content and attribute values.
    var xmlEscaped: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
