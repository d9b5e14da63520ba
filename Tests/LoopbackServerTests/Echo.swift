import Foundation
import LoopbackServer
import RawHTTPClient

/// Returns a server that echoes requests: GET as a line of text, 404 for `/none`, other methods with their body.
func echo(behaviour: ServerBehaviour = ServerBehaviour(), fault: WireFault? = nil) -> Server {
    Server(behaviour: behaviour) { request in
        var response: Response
        switch request.method {
        case .get, .head:
            response =
                request.path == ["none"]
                ? .page(404)
                : Response(status: 200, contentType: "text/plain", body: Array("asked \(request.target)".utf8))
        case .post, .put, .delete, .patch, .options:
            response = Response(status: 201, contentType: request.header("content-type"), body: request.body)
        }
        response.fault = fault
        return response
    }
}

/// Runs a server around a test's body, which receives its port.
func serving(_ server: Server = echo(), _ body: (Int) throws -> Void) throws {
    let port = try server.start()
    defer { server.stop() }
    try body(port)
}
