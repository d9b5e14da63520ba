import Testing

@testable import ContractAuthoring

struct RedactedURLTests {
    @Test(arguments: [
        ("https://shop.example/items/7", "https://shop.example/items/7"),
        ("https://ada:pass@shop.example/a?token=x#y", "https://shop.example/a"),
        ("https://a@b:c@shop.example", "https://shop.example"),
        ("https://shop.example/hooks/Zx9Kq2Lm8Rt4Vb7Nw3/a", "https://shop.example/hooks/{token}/a"),
        (
            "https://api.telegram.org/bot123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/getMe",
            "https://api.telegram.org/bot{token}/getMe"
        ),
        ("https://hooks.slack.com/services/T024/B024/short", "https://hooks.slack.com/services/T024/B024/{token}"),
        ("https://shop.example/reset/9f86d081884c7d65", "https://shop.example/reset/{token}"),
        ("https://shop.example/reset/0f8fad5b-d9cb-469f-a165-70867728950e", "https://shop.example/reset/{token}"),
        ("https://shop.example/reset/9f86d081%2D884c7d659a2feaa0c55ad015", "https://shop.example/reset/{token}"),
        (
            "https://shop.example/a-summary-of-2026-for-everybody",
            "https://shop.example/a-summary-of-2026-for-everybody"
        ),
        ("ws://ada:pass@shop.example/x", "ws://shop.example/x"), ("/a/9f86d081884c7d65?x", "/a/{token}"), ("", ""),
    ])
    func removesCredentialsAndQueries(url: String, text: String) { #expect(RedactedURL.text(url) == text) }
}
