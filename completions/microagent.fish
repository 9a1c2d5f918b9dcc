# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_microagent_global_optspecs
    string join \n color= h/help V/version
end

function __fish_microagent_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_microagent_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_microagent_using_subcommand
    set -l cmd (__fish_microagent_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c microagent -n "__fish_microagent_needs_command" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c microagent -n "__fish_microagent_needs_command" -s V -l version -d 'Print version'
complete -c microagent -n "__fish_microagent_needs_command" -f -a "list" -d 'List what the runtime loads, in load order, and what it does not, with the reason'
complete -c microagent -n "__fish_microagent_needs_command" -f -a "show" -d 'Show one microagent: every field, the variables of its body, what shadows it'
complete -c microagent -n "__fish_microagent_needs_command" -f -a "lint" -d 'Check microagents, skills and instruction files'
complete -c microagent -n "__fish_microagent_needs_command" -f -a "rules" -d 'List the lint rules'
complete -c microagent -n "__fish_microagent_needs_command" -f -a "explain" -d 'Explain one lint rule'
complete -c microagent -n "__fish_microagent_needs_command" -f -a "trigger" -d 'Say which microagents a message or a touched path brings in'
complete -c microagent -n "__fish_microagent_needs_command" -f -a "test" -d 'Check declared trigger expectations'
complete -c microagent -n "__fish_microagent_needs_command" -f -a "render" -d 'Fill a task template'
complete -c microagent -n "__fish_microagent_needs_command" -f -a "context" -d 'Show what the model is given, and what it costs'
complete -c microagent -n "__fish_microagent_needs_command" -f -a "new" -d 'Write a new microagent that loads and passes lint'
complete -c microagent -n "__fish_microagent_needs_command" -f -a "migrate" -d 'Move legacy paths to `.agents/skills`'
complete -c microagent -n "__fish_microagent_needs_command" -f -a "replay" -d 'Show what fired and who was delegated to in an event log'
complete -c microagent -n "__fish_microagent_needs_command" -f -a "remember" -d 'Make the prompt for updating a microagent from the events around one'
complete -c microagent -n "__fish_microagent_needs_command" -f -a "config" -d 'Show the configuration in force and where each value comes from'
complete -c microagent -n "__fish_microagent_needs_command" -f -a "schema" -d 'Print a JSON Schema'
complete -c microagent -n "__fish_microagent_needs_command" -f -a "completions" -d 'Print the completion script of a shell'
complete -c microagent -n "__fish_microagent_needs_command" -f -a "man" -d 'Print the man page'
complete -c microagent -n "__fish_microagent_using_subcommand list" -l format -d 'How to print it' -r -f -a "table\t'For people'
json\t'The whole answer as JSON'
yaml\t'The same as YAML'
names\t'Names of loaded microagents, one a line'"
complete -c microagent -n "__fish_microagent_using_subcommand list" -l name -d 'Show only names that match this glob; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand list" -l exclude -d 'Leave names that match this glob out of what is shown; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand list" -l loader -d 'Which runtime to agree with [default: that of the configuration, else sdk]' -r -f -a "sdk\t'openhands-sdk'
legacy\t'openhands-ai (V0)'"
complete -c microagent -n "__fish_microagent_using_subcommand list" -l user-dir -d 'The home directory to read user microagents from [default: $HOME]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand list" -l org-dir -d 'A checkout of the organization\'s repository; repeatable, later wins [default: `org-dirs` of the configuration]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand list" -l public-dir -d 'A checkout of the public registry [default: `$EXTENSIONS_PATH`, else `public-dir` of the configuration, else the runtime\'s own clone when present]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand list" -l marketplace -d 'The registry\'s marketplace manifest, relative to its checkout' -r
complete -c microagent -n "__fish_microagent_using_subcommand list" -l only -d 'Load only this source; repeatable' -r -f -a "repo\t'The repository'
user\t'The user\'s home'
org\t'Organization checkouts'
public\t'The public registry'"
complete -c microagent -n "__fish_microagent_using_subcommand list" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_using_subcommand list" -l no-user -d 'Leave user microagents out'
complete -c microagent -n "__fish_microagent_using_subcommand list" -l no-public -d 'Leave public microagents out'
complete -c microagent -n "__fish_microagent_using_subcommand list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c microagent -n "__fish_microagent_using_subcommand show" -l root -d 'The directory worked in' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand show" -l format -d 'How to print it' -r -f -a "text\t'For people'
json\t'Everything as JSON'"
complete -c microagent -n "__fish_microagent_using_subcommand show" -l loader -d 'Which runtime to agree with [default: that of the configuration, else sdk]' -r -f -a "sdk\t'openhands-sdk'
legacy\t'openhands-ai (V0)'"
complete -c microagent -n "__fish_microagent_using_subcommand show" -l user-dir -d 'The home directory to read user microagents from [default: $HOME]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand show" -l org-dir -d 'A checkout of the organization\'s repository; repeatable, later wins [default: `org-dirs` of the configuration]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand show" -l public-dir -d 'A checkout of the public registry [default: `$EXTENSIONS_PATH`, else `public-dir` of the configuration, else the runtime\'s own clone when present]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand show" -l marketplace -d 'The registry\'s marketplace manifest, relative to its checkout' -r
complete -c microagent -n "__fish_microagent_using_subcommand show" -l only -d 'Load only this source; repeatable' -r -f -a "repo\t'The repository'
user\t'The user\'s home'
org\t'Organization checkouts'
public\t'The public registry'"
complete -c microagent -n "__fish_microagent_using_subcommand show" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_using_subcommand show" -l raw -d 'Print nothing but the content, as the model is given it'
complete -c microagent -n "__fish_microagent_using_subcommand show" -l no-user -d 'Leave user microagents out'
complete -c microagent -n "__fish_microagent_using_subcommand show" -l no-public -d 'Leave public microagents out'
complete -c microagent -n "__fish_microagent_using_subcommand show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l loader -d 'The runtime to check for [default: sdk]' -r -f -a "sdk\t'openhands-sdk'
legacy\t'openhands-ai (V0)'"
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l format -d 'How to show the findings' -r -f -a "text\t'Source lines with the place marked, the consequence, the help'
concise\t'One line a finding'
json\t'Everything, for programs'
sarif\t'SARIF 2.1.0, for code scanning'
github\t'Annotations of GitHub Actions'
gitlab\t'GitLab\'s code quality report'
junit\t'JUnit XML'"
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l output -d 'Write the findings to this file' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l select -d 'Run only these rules; repeatable, or separated by commas' -r
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l ignore -d 'Leave these rules out; repeatable, or separated by commas' -r
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l fail-on -d 'Exit with 1 on findings at least this bad [default: error]' -r -f -a "error\t'Errors'
warning\t'Warnings and errors'
info\t'Any finding'
never\t'None'"
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l max-warnings -d 'Exit with 1 on more warnings than this' -r
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l profile -d 'Whose readers to check for' -r -f -a "openhands\t'What the OpenHands runtimes do'
portable\t'Also what other readers of skills refuse'"
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l since -d 'Report only what the changes since this revision brought, and what in them a reviewer should look at' -r
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l baseline -d 'Leave out the findings that this file knows' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l stdin-filename -d 'Check standard input as if it stood at this path; with --fix the fixed text goes to standard output' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l user-dir -d 'The home directory to read user microagents from [default: $HOME]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l org-dir -d 'A checkout of the organization\'s repository; repeatable, later wins [default: `org-dirs` of the configuration]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l public-dir -d 'A checkout of the public registry [default: `$EXTENSIONS_PATH`, else `public-dir` of the configuration, else the runtime\'s own clone when present]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l marketplace -d 'The registry\'s marketplace manifest, relative to its checkout' -r
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l only -d 'Load only this source; repeatable' -r -f -a "repo\t'The repository'
user\t'The user\'s home'
org\t'Organization checkouts'
public\t'The public registry'"
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l statistics -d 'Show how often each rule found something instead of the findings'
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l no-ignore -d 'Obey nothing that silences: comments, ignored directories, `ignore`, `per-path-ignore` and `exclude` of the configuration'
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l allow-empty -d 'Paths that do not exist are no failure'
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l fix -d 'Apply the safe fixes, then report what remains'
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l diff -d 'Print what the fixes would change, and change nothing'
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l unsafe-fixes -d 'With --fix or --diff: also fixes that may not be what the author meant'
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l write-baseline -d 'Write all findings to the baseline'
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l no-user -d 'Leave user microagents out'
complete -c microagent -n "__fish_microagent_using_subcommand lint" -l no-public -d 'Leave public microagents out'
complete -c microagent -n "__fish_microagent_using_subcommand lint" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c microagent -n "__fish_microagent_using_subcommand rules" -l format -d 'How to show the rules' -r -f -a "text\t'For people'
json\t'For programs'
markdown\t'For documentation'"
complete -c microagent -n "__fish_microagent_using_subcommand rules" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_using_subcommand rules" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c microagent -n "__fish_microagent_using_subcommand explain" -l format -d 'How to show it' -r -f -a "text\t'For people'
json\t'For programs'
markdown\t'For documentation'"
complete -c microagent -n "__fish_microagent_using_subcommand explain" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l file -d 'A file that holds the message; repeatable: the parts of one message' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l touch -d 'A path the agent touches, relative to the root; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l messages -d 'Many messages: a JSON string or an object with `message` a line' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l paths -d 'Many touched paths: a JSON string or an object with `path` a line' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l why -d 'Explain why this microagent does or does not fire; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l expect -d 'Fail (exit 1) unless this microagent fires; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l forbid -d 'Fail (exit 1) when this microagent fires; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l root -d 'The directory worked in' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l loader -d 'Which runtime to agree with [default: that of the configuration, else sdk]' -r -f -a "sdk\t'openhands-sdk: a trigger is a whole token'
legacy\t'openhands-ai (V0): a trigger is any part of the message'
both\t'Both, side by side'"
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l format -d 'How to print it' -r -f -a "text\t'For people'
json\t'The whole answer as JSON'"
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l name -d 'Show only names that match this glob; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l exclude -d 'Leave names that match this glob out of what is shown; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l user-dir -d 'The home directory to read user microagents from [default: $HOME]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l org-dir -d 'A checkout of the organization\'s repository; repeatable, later wins [default: `org-dirs` of the configuration]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l public-dir -d 'A checkout of the public registry [default: `$EXTENSIONS_PATH`, else `public-dir` of the configuration, else the runtime\'s own clone when present]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l marketplace -d 'The registry\'s marketplace manifest, relative to its checkout' -r
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l only -d 'Load only this source; repeatable' -r -f -a "repo\t'The repository'
user\t'The user\'s home'
org\t'Organization checkouts'
public\t'The public registry'"
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l conversation -d 'Take all messages and paths as the turns of one conversation, in which each microagent is given once'
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l summary -d 'Count hits by microagent instead of showing each answer'
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l no-user -d 'Leave user microagents out'
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -l no-public -d 'Leave public microagents out'
complete -c microagent -n "__fish_microagent_using_subcommand trigger" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c microagent -n "__fish_microagent_using_subcommand test" -l root -d 'The directory worked in' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand test" -l format -d 'How to print it' -r -f -a "text\t'For people'
json\t'The whole answer as JSON'
junit\t'JUnit XML'"
complete -c microagent -n "__fish_microagent_using_subcommand test" -l loader -d 'Which runtime to agree with [default: that of the configuration, else sdk]' -r -f -a "sdk\t'openhands-sdk'
legacy\t'openhands-ai (V0)'"
complete -c microagent -n "__fish_microagent_using_subcommand test" -l user-dir -d 'The home directory to read user microagents from [default: $HOME]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand test" -l org-dir -d 'A checkout of the organization\'s repository; repeatable, later wins [default: `org-dirs` of the configuration]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand test" -l public-dir -d 'A checkout of the public registry [default: `$EXTENSIONS_PATH`, else `public-dir` of the configuration, else the runtime\'s own clone when present]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand test" -l marketplace -d 'The registry\'s marketplace manifest, relative to its checkout' -r
complete -c microagent -n "__fish_microagent_using_subcommand test" -l only -d 'Load only this source; repeatable' -r -f -a "repo\t'The repository'
user\t'The user\'s home'
org\t'Organization checkouts'
public\t'The public registry'"
complete -c microagent -n "__fish_microagent_using_subcommand test" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_using_subcommand test" -l init -d 'Write a first tests file from the triggers there are'
complete -c microagent -n "__fish_microagent_using_subcommand test" -l no-user -d 'Leave user microagents out'
complete -c microagent -n "__fish_microagent_using_subcommand test" -l no-public -d 'Leave public microagents out'
complete -c microagent -n "__fish_microagent_using_subcommand test" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c microagent -n "__fish_microagent_using_subcommand render" -l set -d 'The value of an input or variable; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand render" -l set-file -d 'The file, or `-` for standard input, whose whole text is the value; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand render" -l values -d 'A YAML or JSON file of values by name; `--set` and `--set-file` go before it' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand render" -l message -d 'Find the task whose command starts this message, and list what the message gives it and still lacks' -r
complete -c microagent -n "__fish_microagent_using_subcommand render" -l format -d 'How to print the list' -r -f -a "table\t'For people'
json\t'Everything as JSON'"
complete -c microagent -n "__fish_microagent_using_subcommand render" -l output -d 'Write to this file instead of standard output' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand render" -l root -d 'The directory worked in' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand render" -l loader -d 'Which runtime to agree with [default: that of the configuration, else sdk]' -r -f -a "sdk\t'openhands-sdk'
legacy\t'openhands-ai (V0)'"
complete -c microagent -n "__fish_microagent_using_subcommand render" -l user-dir -d 'The home directory to read user microagents from [default: $HOME]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand render" -l org-dir -d 'A checkout of the organization\'s repository; repeatable, later wins [default: `org-dirs` of the configuration]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand render" -l public-dir -d 'A checkout of the public registry [default: `$EXTENSIONS_PATH`, else `public-dir` of the configuration, else the runtime\'s own clone when present]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand render" -l marketplace -d 'The registry\'s marketplace manifest, relative to its checkout' -r
complete -c microagent -n "__fish_microagent_using_subcommand render" -l only -d 'Load only this source; repeatable' -r -f -a "repo\t'The repository'
user\t'The user\'s home'
org\t'Organization checkouts'
public\t'The public registry'"
complete -c microagent -n "__fish_microagent_using_subcommand render" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_using_subcommand render" -l ask -d 'Ask for what is not given, when there is a terminal'
complete -c microagent -n "__fish_microagent_using_subcommand render" -l allow-missing -d 'Leave placeholders that have no value as they are'
complete -c microagent -n "__fish_microagent_using_subcommand render" -l inputs -d 'List the inputs and variables instead'
complete -c microagent -n "__fish_microagent_using_subcommand render" -l no-user -d 'Leave user microagents out'
complete -c microagent -n "__fish_microagent_using_subcommand render" -l no-public -d 'Leave public microagents out'
complete -c microagent -n "__fish_microagent_using_subcommand render" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c microagent -n "__fish_microagent_using_subcommand context" -l message -d 'A message of the user; repeatable: the turns of one conversation' -r
complete -c microagent -n "__fish_microagent_using_subcommand context" -l touch -d 'A path the agent touches after the messages, relative to the root; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand context" -l max-tokens -d 'Fail (exit 1) when the total is more than this many tokens' -r
complete -c microagent -n "__fish_microagent_using_subcommand context" -l model -d 'The model: the SDK leaves always-on text called `claude` or `gemini` out for other makers\' models' -r
complete -c microagent -n "__fish_microagent_using_subcommand context" -l format -d 'How to print it' -r -f -a "text\t'For people'
json\t'The whole answer as JSON'"
complete -c microagent -n "__fish_microagent_using_subcommand context" -l name -d 'Show only names that match this glob; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand context" -l exclude -d 'Leave names that match this glob out of what is shown; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand context" -l loader -d 'Which runtime to agree with [default: that of the configuration, else sdk]' -r -f -a "sdk\t'openhands-sdk'
legacy\t'openhands-ai (V0)'"
complete -c microagent -n "__fish_microagent_using_subcommand context" -l user-dir -d 'The home directory to read user microagents from [default: $HOME]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand context" -l org-dir -d 'A checkout of the organization\'s repository; repeatable, later wins [default: `org-dirs` of the configuration]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand context" -l public-dir -d 'A checkout of the public registry [default: `$EXTENSIONS_PATH`, else `public-dir` of the configuration, else the runtime\'s own clone when present]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand context" -l marketplace -d 'The registry\'s marketplace manifest, relative to its checkout' -r
complete -c microagent -n "__fish_microagent_using_subcommand context" -l only -d 'Load only this source; repeatable' -r -f -a "repo\t'The repository'
user\t'The user\'s home'
org\t'Organization checkouts'
public\t'The public registry'"
complete -c microagent -n "__fish_microagent_using_subcommand context" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_using_subcommand context" -l no-user -d 'Leave user microagents out'
complete -c microagent -n "__fish_microagent_using_subcommand context" -l no-public -d 'Leave public microagents out'
complete -c microagent -n "__fish_microagent_using_subcommand context" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c microagent -n "__fish_microagent_using_subcommand new" -l description -d 'What it is for and when to use it; for `repo` the text' -r
complete -c microagent -n "__fish_microagent_using_subcommand new" -l trigger -d 'A trigger; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand new" -l input -d 'An input of a task; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand new" -l path -d 'A path glob of a rule; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand new" -l dir -d 'Write to DIR/NAME/SKILL.md (for `repo` DIR/AGENTS.md) instead' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand new" -l root -d 'The repository' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand new" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_using_subcommand new" -l user -d 'Write below the home directory instead'
complete -c microagent -n "__fish_microagent_using_subcommand new" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l undo -d 'Take a run back, the last one without a number' -r
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l format -d 'How to print the plan' -r -f -a "text\t'For people'
json\t'The whole plan as JSON'"
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l layout -d 'What kind of directory it is' -r -f -a "repo\t'A repository: `.openhands/` to `.agents/skills` and `AGENTS.md`'
org\t'A checkout of an organization\'s repository: `microagents/` to `skills/`'
user\t'A home directory: `.openhands/` to `.agents/skills`'"
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l only -d 'Move only paths or names that match this glob; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l always-on -d 'What becomes of always-on files' -r -f -a "agents-md\t'A section of the root `AGENTS.md`'
flat\t'The same flat file in the new directory'"
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l cursorrules -d 'What becomes of `.cursorrules`' -r -f -a "keep\t'It stays: the runtime reads it'
agents-md\t'A section of the root `AGENTS.md`'"
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l describe -d 'The description of a microagent that has none; repeatable' -r
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l mcp -d 'Write the MCP servers that old files declare to this new file, relative to the directory' -r
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l messages -d 'Compare what these messages bring in before and after: one JSON string or `{"message": …}` a line' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l write -d 'Do it'
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l check -d 'Exit 1 when there is something to do'
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l diff -d 'Show how texts change, as a unified diff'
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l trigger-only -d 'Let only their triggers bring skills in: the model may not ask for them'
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l strict -d 'Refuse to take a missing description from the text'
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l rewrite-references -d 'Edit what names moved files elsewhere in the directory'
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l allow-dirty -d 'Write although files differ from what is committed'
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -l no-index -d 'Leave the git index as it is'
complete -c microagent -n "__fish_microagent_using_subcommand migrate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c microagent -n "__fish_microagent_using_subcommand replay" -l format -d 'How to print it' -r -f -a "text\t'For people'
json\t'Everything as JSON: one object, or an array of them for several logs'"
complete -c microagent -n "__fish_microagent_using_subcommand replay" -l html -d 'Write a report to look at in a browser, too; it needs no network' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand replay" -l root -d 'Say what today\'s microagents of this directory would do at each message' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand replay" -l loader -d 'Which runtime\'s loader to read them with [default: the one of the runtime that wrote the log]' -r -f -a "sdk\t'openhands-sdk'
legacy\t'openhands-ai (V0)'"
complete -c microagent -n "__fish_microagent_using_subcommand replay" -l user-dir -d 'The home directory to read user microagents from [default: $HOME]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand replay" -l org-dir -d 'A checkout of the organization\'s repository; repeatable, later wins [default: `org-dirs` of the configuration]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand replay" -l public-dir -d 'A checkout of the public registry [default: `$EXTENSIONS_PATH`, else `public-dir` of the configuration, else the runtime\'s own clone when present]' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand replay" -l marketplace -d 'The registry\'s marketplace manifest, relative to its checkout' -r
complete -c microagent -n "__fish_microagent_using_subcommand replay" -l only -d 'Load only this source; repeatable' -r -f -a "repo\t'The repository'
user\t'The user\'s home'
org\t'Organization checkouts'
public\t'The public registry'"
complete -c microagent -n "__fish_microagent_using_subcommand replay" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_using_subcommand replay" -l strict -d 'Take every problem for a finding: unknown events, events that do not fit together, open delegations'
complete -c microagent -n "__fish_microagent_using_subcommand replay" -l no-user -d 'Leave user microagents out'
complete -c microagent -n "__fish_microagent_using_subcommand replay" -l no-public -d 'Leave public microagents out'
complete -c microagent -n "__fish_microagent_using_subcommand replay" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c microagent -n "__fish_microagent_using_subcommand remember" -l event -d 'The event to look around' -r
complete -c microagent -n "__fish_microagent_using_subcommand remember" -l max-chars -d 'Cut each text of an event to this many characters' -r
complete -c microagent -n "__fish_microagent_using_subcommand remember" -l append -d 'Put the extracted text into this microagent, under a heading with the date' -r
complete -c microagent -n "__fish_microagent_using_subcommand remember" -l date -d 'The date of the heading, YYYY-MM-DD [default: today, UTC]' -r
complete -c microagent -n "__fish_microagent_using_subcommand remember" -l root -d 'The directory the microagent is looked up in' -r -F
complete -c microagent -n "__fish_microagent_using_subcommand remember" -l loader -d 'Which runtime to agree with' -r -f -a "sdk\t'openhands-sdk'
legacy\t'openhands-ai (V0)'"
complete -c microagent -n "__fish_microagent_using_subcommand remember" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_using_subcommand remember" -l as-deployed -d 'Take the events that the deployed runtime takes: the last four of the log, then the five after the event'
complete -c microagent -n "__fish_microagent_using_subcommand remember" -l extract -d 'Read a model\'s answer on standard input and print what stands in its first `<update_prompt>`'
complete -c microagent -n "__fish_microagent_using_subcommand remember" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c microagent -n "__fish_microagent_using_subcommand config" -l format -d 'How to show the configuration' -r -f -a "table\t'For people'
json\t'For programs'"
complete -c microagent -n "__fish_microagent_using_subcommand config" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_using_subcommand config" -l show -d 'Show each value and where it comes from, which is what this command does anyway'
complete -c microagent -n "__fish_microagent_using_subcommand config" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c microagent -n "__fish_microagent_using_subcommand schema" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_using_subcommand schema" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c microagent -n "__fish_microagent_using_subcommand completions" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c microagent -n "__fish_microagent_using_subcommand man" -l color -d 'When to use colour' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set; `CLICOLOR_FORCE` forces it'
always\t'Always'
never\t'Never'"
complete -c microagent -n "__fish_microagent_using_subcommand man" -s h -l help -d 'Print help (see more with \'--help\')'
