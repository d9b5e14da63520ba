import Foundation
import JSONValues

enum HARCookies {
    static func sent(in headers: HeaderFields) -> [JSON] {
        headers[all: "Cookie"].flatMap(CookiePair.parse).map { ["name": .string($0.name), "value": .string($0.value)] }
    }

    static func set(by headers: HeaderFields) -> [JSON] {
        headers[all: "Set-Cookie"].compactMap(SetCookie.init).map { cookie in
            var json: JSONObject = ["name": .string(cookie.name), "value": .string(cookie.value)]
            var isHTTPOnly = false
            var isSecure = false
            for attribute in cookie.attributePairs {
                switch attribute.name.lowercased() {
                case "path": json["path"] = .string(attribute.value)
                case "domain": json["domain"] = .string(attribute.value)
                case "expires": json["expires"] = HTTPDate.parse(attribute.value).map { .string(Timestamp($0).text) }
                case "httponly": isHTTPOnly = true
                case "secure": isSecure = true
                default: break
                }
            }
            json["httpOnly"] = .bool(isHTTPOnly)
            json["secure"] = .bool(isSecure)
            return .object(json)
        }
    }
}

/// One `name=value` of a `Cookie` header field (RFC 6265, 4.2).
struct CookiePair: Hashable {
    var name: String
    var value: String

    static func parse(_ header: String) -> [CookiePair] {
        header.split(separator: ";").compactMap { part in
            guard let equals = part.firstIndex(of: "=") else { return nil }
            let name = part[..<equals].trimmingSpaces()
            return name.isEmpty
                ? nil : CookiePair(name: name, value: part[part.index(after: equals)...].trimmingSpaces())
        }
    }
}

/// HTTP dates (RFC 9110, 5.6.7), including the dashed form in cookies of old servers.
package enum HTTPDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Parses `Wed, 21 Oct 2026 07:28:00 GMT`; `nil` for any other text.
    package static func parse(_ text: String) -> Date? {
        let parts = text.split { " ,-".contains($0) }
        guard parts.count >= 5, let day = Int(parts[1]),
            let month = months.firstIndex(of: parts[2].prefix(3).lowercased()), let year = Int(parts[3])
        else { return nil }
        func pad(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let fullYear = year < 70 ? year + 2000 : year < 100 ? year + 1900 : year
        return Timestamp("\(fullYear)-\(pad(month + 1))-\(pad(day))T\(parts[4])Z")?.date
    }
}
