import Testing

@testable import ContractAuthoring

struct OtherCommandTests {
    @Test(arguments: ["wget https://a.example/x", "http POST https://a.example name=Ada"])
    func refusesCommandsOfOtherClients(_ line: String) {
        #expect(CurlImport.recognises(line))
        #expect { try CurlImport.words(of: line) } throws: {
            "\($0)" == "the command is not one of curl; copy it as cURL (bash), or write the request for curl"
        }
    }

    @Test(arguments: ["http", "https://a.example/openapi.json", "httpd.json", "wget.log", "./http x"])
    func doesNotRecognizeOtherInputAsACommand(_ text: String) { #expect(!CurlImport.recognises(text)) }
}
