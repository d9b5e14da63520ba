import ContractChecking
import Foundation
import Testing

/// A model with keys converted by the decoder.
private struct UserInSnakeCase: Decodable {
    let key: String
    let firstName: String?
    let lastName: String?
    let nickname: String?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        key = try members.decode(String.self, forKey: .key)
        firstName = try members.decodeIfPresent(String.self, forKey: .firstName)
        lastName = try members.decodeIfPresent(String.self, forKey: .lastName)
        nickname = try members.decodeIfPresent(String.self, forKey: .nickname)
        guard !key.isEmpty else {
            throw DecodingError.dataCorruptedError(forKey: .key, in: members, debugDescription: "empty")
        }
    }

    private enum CodingKeys: String, CodingKey {
        case key, firstName, lastName, nickname
    }
}

@Test("keys that the decoder converts") func userInSnakeCase() async {
    await expectNothing(
        of: .model(
            Model(
                "User", decoding: UserInSnakeCase.self,
                decoder: {
                    let decoder = JSONDecoder()
                    decoder.keyDecodingStrategy = .convertFromSnakeCase
                    return decoder
                }), in: "on-the-map"))
}
