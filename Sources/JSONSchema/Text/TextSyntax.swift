/// What a file that holds JSON values is written in.
package enum TextSyntax: Sendable, Hashable {
    case json, yaml
}
