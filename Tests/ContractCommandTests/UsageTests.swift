import Testing

@testable import ContractCommand

/// Usage errors: one message with a remedy on standard error, and exit code 2.
struct UsageTests {
    @Test(arguments: [
        (["verfy"], "unknown command 'verfy'; did you mean 'verify'?"),
        (["verify", "--mod", "live"], "unknown option '--mod'; did you mean '--mode'?"),
        (
            ["verify", "--mode", "liv"],
            "'liv' is not a valid value for '--mode'; did you mean 'live'?; valid: replay, record, live"
        ),
        (["verify", "--mode"], "'--mode' needs a value: MODE"),
        (["verify", "--local=yes"], "'--local' takes no value"),
        (["verify", "--local"], "'--local' needs '--mode live'"),
        (["verify", "--color", "never", "--color", "always"], "'--color' is given twice"),
        (["verify", "ping"], "'contracts verify' takes options only, found 'ping'"),
        (["verify", "--only", "png/*"], "no check matches 'png/*'"),
        (["verify", "--shard", "3/2"], "'3/2' is not a valid value for '--shard'; valid: I/N from 1/N to N/N"),
        (["verify", "--jobs", "0"], "'0' is not a valid value for '--jobs'; valid: a number from 1 to 256"),
        (["verify", "--origin", "here"], "'here' is not a valid value for '--origin'; expected FROM=TO"),
        (["verify", "--report", "jsn=x"], "json"),
        (["explain", "ping/request/pin"], "there is no check 'ping/request/pin'; did you mean 'ping/request/ping'?"),
        (["serve", "--local"], "this command line has no local provider"),
        (["serve", "--local", "--seed", "1"], "'--seed' applies only to served contracts"),
        (["serve", "pong"], "there is no service 'pong'; did you mean 'ping'?"),
        (["serve", "--fault", "slwBody"], "'slwBody' is not a valid value for '--fault'; did you mean 'slowBody'?"),
        (["serve", "--proxy", "here"], "'here' is not an origin"),
        (["serve", "--proxy", "http://127.0.0.1:9", "--seed", "1"], "'--seed' applies only to made-up responses"),
        (["validate", "schema.json"], "takes a schema and at least one instance"),
    ])
    func reportsUsageErrors(words: [String], message: String) async throws {
        let fixture = try CommandFixture()
        let output = await fixture.run(words)
        #expect(output.code == .usage)
        #expect(output.err.contains(message))
        #expect(output.err.hasPrefix("contracts: "))
        #expect(output.out == "")
    }

    @Test func refusesAnUnknownModeInTheEnvironment() async throws {
        let output = await (try CommandFixture()).run("verify", environment: ["CONTRACT_MODE": "reply"])
        #expect(output.code == .usage)
        #expect(output.err == "contracts: CONTRACT_MODE is 'reply'; valid: replay, record, live\n")
    }

    @Test func refusesToRecordInCI() async throws {
        let output = await (try CommandFixture()).run("record", environment: ["CI": "true"])
        #expect(output.code == .usage)
        #expect(output.err.contains("--allow-ci"))
    }

    @Test func showsHelpForEveryCommand() async throws {
        let fixture = try CommandFixture()
        let all = await fixture.run("--help")
        #expect(all.code == .success)
        for command in CommandRunner.commands {
            #expect(all.out.contains(command.spec.name))
            let help = await fixture.run(command.spec.name, "--help")
            #expect(help.code == .success)
            #expect(help.out.hasPrefix("NAME\n    contracts \(command.spec.name) - "))
            #expect(help.out.contains("\nEXAMPLES\n"))
        }
        #expect(await fixture.run("--version").out == "contracts \(Version.current)\n")
        #expect(await fixture.run().code == .usage)
    }
}
