import ContractChecking
import JSONSchema

package enum ReportFile {
    /// Reads a file's reports: one, or several if JSON Lines files were concatenated.
    package static func read(_ bytes: [UInt8], named name: String) throws(ReportFileError) -> [Report] {
        let lines = lines(of: bytes).map(Line.init)
        guard let first = lines.first else {
            throw ReportFileError(
                file: name,
                message:
                    "the file is empty; expected the output of 'contracts verify --report json=FILE' or 'jsonl=FILE'")
        }
        // A pretty-printed report is not valid JSON after its first line. A single-line report contains its checks.
        guard let json = JSON(ifValid: first.bytes), lines.count > 1 || json["checks"] == nil, json.objectValue != nil
        else {
            let whole = Line(number: 1, bytes: bytes)
            let json = try parse(whole, of: name)
            do throws(ReportReadingError) { return [try Report(json: json)] } catch { throw whole.error(error, name) }
        }
        return try read(lines, of: name)
    }

    private static func read(_ lines: [Line], of name: String) throws(ReportFileError) -> [Report] {
        var reports: [Report] = []
        var checks: [CheckResult] = []
        for line in lines {
            let json = try parse(line, of: name)
            do throws(ReportReadingError) {
                if json["id"] != nil {
                    checks.append(try CheckResult(json: json))
                } else {
                    reports.append(try Report(ending: ReportCursor(json)) { checks })
                    checks = []
                }
            } catch {
                throw line.error(error, name)
            }
        }
        if !checks.isEmpty, let last = lines.last {
            throw ReportFileError(
                file: name, line: last.number,
                message: "the last line is a check; expected the summary of the run: the file is truncated")
        }
        return reports
    }

    private static func parse(_ line: Line, of name: String) throws(ReportFileError) -> JSON {
        do { return try JSON(parsing: line.bytes) } catch {
            throw ReportFileError(
                file: name, line: line.number + error.line - 1, column: error.column,
                message: "not JSON: \(error.message)")
        }
    }

    package static func lines(of bytes: [UInt8]) -> [(number: Int, bytes: [UInt8])] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().compactMap {
            index, line in line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } ? nil : (index + 1, Array(line))
        }
    }

    private struct Line {
        let number: Int
        let bytes: [UInt8]

        func error(_ error: ReportReadingError, _ name: String) -> ReportFileError {
            let place = SourceFile(path: name, bytes: bytes).place(of: error.pointer)
            return ReportFileError(file: name, line: number + place.line - 1, column: place.column, message: "\(error)")
        }
    }
}

package struct ReportFileError: Error, Hashable, CustomStringConvertible {
    let place: Place
    private let message: String

    package init(file: String, line: Int = 1, column: Int = 1, message: String) {
        place = Place(file: file, line: line, column: column)
        self.message = message
    }

    package var description: String { "\(place.file.visible()):\(place.line):\(place.column): error: \(message)" }
}
