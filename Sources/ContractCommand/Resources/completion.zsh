#compdef contracts
# zsh completion for contracts; load it with: source <(contracts completion zsh)

_contracts_checks() {
    local -a checks
    checks=("${(@f)$($program list 2>/dev/null)}")
    compadd -a checks
}

_contracts() {
    local program=$words[1] command=$words[2]
    local -a commands
    commands=(
@names@
    )
    if ((CURRENT == 2)); then
        _describe -t commands command commands
        return
    fi
    shift words
    ((CURRENT--))
    case $command in
@cases@
    esac
}

if [[ ${funcstack[1]} == _contracts ]]; then _contracts "$@"; else compdef _contracts contracts; fi
