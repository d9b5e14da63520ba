# bash completion for contracts; load it with: source <(contracts completion bash)

# Each function below adds to COMPREPLY what begins with $current; $joined is the part of it that readline keeps.
_contracts_words() {
    local word
    for word in "$@"; do
        [[ $word == "$current"* ]] && COMPREPLY+=("${word#"$joined"}")
    done
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
}

_contracts_checks() {
    local check
    while IFS= read -r check; do
        [[ $check == "$current"* ]] || continue
        check=${check#"$joined"}
        if [[ $quote ]]; then COMPREPLY+=("$check"); else COMPREPLY+=("$(printf %q "$check")"); fi
    done < <("$program" list 2>/dev/null)
}

_contracts_paths() {
    local path
    compopt -o filenames 2>/dev/null
    while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$current")
}

_contracts() {
    local program=$1 command=${COMP_WORDS[1]} index=$COMP_CWORD current="" joined="" quote="" previous word
    COMPREPLY=()
    # readline ends words at ':' and '=', which stand in identifiers of checks and in --name=value.
    while ((index > 1)) && [[ ${COMP_WORDS[index]} == : || ${COMP_WORDS[index - 1]} == : ]]; do
        ((index--))
    done
    for word in "${COMP_WORDS[@]:index:COMP_CWORD - index + 1}"; do current+=$word; done
    previous=${COMP_WORDS[index - 1]}
    if [[ $current == = ]]; then
        current=""
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[index - 2]}
    fi
    if [[ $current == [\'\"]* ]]; then
        quote=${current:0:1}
        current=${current:1}
    else
        current=${current//\\/}
    fi
    [[ $current == *:* ]] && joined=${current%"${current##*:}"}

    if ((COMP_CWORD == 1)); then
        _contracts_words @commands@ --help --version
        return
    fi
    case "$command $previous" in
@values@
    esac
    if [[ $current == -* ]]; then
        case $command in
@options@
        esac
    else
        case $command in
@operands@
        esac
    fi
}

complete -F _contracts contracts
