# fish completion for contracts; load it with: contracts completion fish | source

# Whether the command is among the words; without words, whether there is no command yet.
function __contracts_is
    set -l words (commandline -opc)
    if test (count $argv) -eq 0
        test (count $words) -eq 1
    else
        test (count $words) -gt 1; and contains -- $words[2] $argv
    end
end

function __contracts_checks
    set -l words (commandline -opc)
    $words[1] list 2>/dev/null
end

complete -c contracts -e
complete -c contracts -f
@names@

@details@
