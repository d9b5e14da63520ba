import ContractChecking
import JSONSchema

package enum ReportFile {
    /// Reads a file's reports: one, or several if JSON Lines files were concatenated.
    package static func read(_ bytes: [UInt8], named name: String) throws(SourceFault) -> [Report] {
        let lines = lines(of: bytes)
        guard let first = lines.first else {
            throw fault(
                "the file is empty; expected the output of 'contracts verify --report json=FILE' or 'jsonl=FILE'", name)
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

    private static func read(_ lines: [Line], of name: String) throws(SourceFault) -> [Report] {
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
            throw fault(
                "the last line is a check; expected the summary of the run: the file is truncated", name, last.number)
        }
        return reports
    }

    private static func parse(_ line: Line, of name: String) throws(SourceFault) -> JSON {
        do { return try JSON(parsing: line.bytes) } catch {
            throw fault("not JSON: \(error.message)", name, line.number + error.line - 1, error.column)
        }
    }

    private static func fault(_ message: String, _ name: String, _ line: Int = 1, _ column: Int = 1) -> SourceFault {
        SourceFault(message, at: Place(file: name.visible(), line: line, column: column))
    }

    package static func lines(of bytes: [UInt8]) -> [Line] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().compactMap {
            index, line in
            line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
                ? nil : Line(number: index + 1, bytes: Array(line))
        }
    }

    package struct Line {
        package let number: Int
        package let bytes: [UInt8]

        package init(number: Int, bytes: [UInt8]) {
            self.number = number
            self.bytes = bytes
        }

        fileprivate func error(_ error: ReportReadingError, _ name: String) -> SourceFault {
            let place = SourceFile(path: name, bytes: bytes).place(of: error.pointer)
            return fault("\(error)", name, number + place.line - 1, place.column)
        }
    }
}
