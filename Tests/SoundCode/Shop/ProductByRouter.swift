import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private enum ShopRouter {
    case product(sku: String)
    case review(sku: String, text: String)

    var method: String {
        switch self {
        case .product: "GET"
        case .review: "POST"
        }
    }

    var path: String {
        switch self {
        case .product(let sku): "/v2/products/\(Self.escaped(sku))"
        case .review(let sku, _): "/v2/products/\(Self.escaped(sku))/reviews"
        }
    }

    var body: [String: String]? {
        switch self {
        case .product: nil
        case .review(_, let text): ["text": text]
        }
    }

    func asURLRequest() throws -> URLRequest {
        guard let url = URL(string: "https://api.shop.example" + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        if let body {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONEncoder().encode(body)
        }
        return request
    }

    private static func escaped(_ segment: String) -> String {
        let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "/;"))
        return segment.addingPercentEncoding(withAllowedCharacters: allowed) ?? segment
    }
}

extension SoundCode {
    /// Twin: leaves a slash in the article number unescaped.
    @Test func productByRouter() async {
        await compare("shop", finds: Fault("request.path", at: "/endpoints/product/request/path")) {
            Endpoint("product") { try ShopRouter.product(sku: $0["sku"]).asURLRequest() }
            Endpoint("review") { try ShopRouter.review(sku: $0["sku"], text: $0["text"]).asURLRequest() }
        } twin: {
            Endpoint("product") { arguments in
                let sku: String = try arguments["sku"]
                let path = sku.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? sku
                guard let url = URL(string: "https://api.shop.example/v2/products/\(path)") else {
                    throw URLError(.badURL)
                }
                var request = URLRequest(url: url)
                request.setValue("application/json", forHTTPHeaderField: "Accept")
                return request
            }
            Endpoint("review") { try ShopRouter.review(sku: $0["sku"], text: $0["text"]).asURLRequest() }
        }
    }
}
