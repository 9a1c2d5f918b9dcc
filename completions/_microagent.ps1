
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'microagent' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'microagent'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'microagent' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List what the runtime loads, in load order, and what it does not, with the reason')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show one microagent: every field, the variables of its body, what shadows it')
            [CompletionResult]::new('lint', 'lint', [CompletionResultType]::ParameterValue, 'Check microagents, skills and instruction files')
            [CompletionResult]::new('rules', 'rules', [CompletionResultType]::ParameterValue, 'List the lint rules')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain one lint rule')
            [CompletionResult]::new('trigger', 'trigger', [CompletionResultType]::ParameterValue, 'Say which microagents a message or a touched path brings in')
            [CompletionResult]::new('test', 'test', [CompletionResultType]::ParameterValue, 'Check declared trigger expectations')
            [CompletionResult]::new('render', 'render', [CompletionResultType]::ParameterValue, 'Fill a task template')
            [CompletionResult]::new('context', 'context', [CompletionResultType]::ParameterValue, 'Show what the model is given, and what it costs')
            [CompletionResult]::new('new', 'new', [CompletionResultType]::ParameterValue, 'Write a new microagent that loads and passes lint')
            [CompletionResult]::new('migrate', 'migrate', [CompletionResultType]::ParameterValue, 'Move legacy paths to `.agents/skills`')
            [CompletionResult]::new('replay', 'replay', [CompletionResultType]::ParameterValue, 'Show what fired and who was delegated to in an event log')
            [CompletionResult]::new('remember', 'remember', [CompletionResultType]::ParameterValue, 'Make the prompt for updating a microagent from the events around one')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Show the configuration in force and where each value comes from')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print a JSON Schema')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the man page')
            break
        }
        'microagent;list' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print it')
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'Show only names that match this glob; repeatable')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave names that match this glob out of what is shown; repeatable')
            [CompletionResult]::new('--loader', '--loader', [CompletionResultType]::ParameterName, 'Which runtime to agree with [default: that of the configuration, else sdk]')
            [CompletionResult]::new('--user-dir', '--user-dir', [CompletionResultType]::ParameterName, 'The home directory to read user microagents from [default: $HOME]')
            [CompletionResult]::new('--org-dir', '--org-dir', [CompletionResultType]::ParameterName, 'A checkout of the organization''s repository; repeatable, later wins [default: `org-dirs` of the configuration]')
            [CompletionResult]::new('--public-dir', '--public-dir', [CompletionResultType]::ParameterName, 'A checkout of the public registry [default: `$EXTENSIONS_PATH`, else `public-dir` of the configuration, else the runtime''s own clone when present]')
            [CompletionResult]::new('--marketplace', '--marketplace', [CompletionResultType]::ParameterName, 'The registry''s marketplace manifest, relative to its checkout')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Load only this source; repeatable')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--no-user', '--no-user', [CompletionResultType]::ParameterName, 'Leave user microagents out')
            [CompletionResult]::new('--no-public', '--no-public', [CompletionResultType]::ParameterName, 'Leave public microagents out')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'microagent;show' {
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'The directory worked in')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print it')
            [CompletionResult]::new('--loader', '--loader', [CompletionResultType]::ParameterName, 'Which runtime to agree with [default: that of the configuration, else sdk]')
            [CompletionResult]::new('--user-dir', '--user-dir', [CompletionResultType]::ParameterName, 'The home directory to read user microagents from [default: $HOME]')
            [CompletionResult]::new('--org-dir', '--org-dir', [CompletionResultType]::ParameterName, 'A checkout of the organization''s repository; repeatable, later wins [default: `org-dirs` of the configuration]')
            [CompletionResult]::new('--public-dir', '--public-dir', [CompletionResultType]::ParameterName, 'A checkout of the public registry [default: `$EXTENSIONS_PATH`, else `public-dir` of the configuration, else the runtime''s own clone when present]')
            [CompletionResult]::new('--marketplace', '--marketplace', [CompletionResultType]::ParameterName, 'The registry''s marketplace manifest, relative to its checkout')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Load only this source; repeatable')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--raw', '--raw', [CompletionResultType]::ParameterName, 'Print nothing but the content, as the model is given it')
            [CompletionResult]::new('--no-user', '--no-user', [CompletionResultType]::ParameterName, 'Leave user microagents out')
            [CompletionResult]::new('--no-public', '--no-public', [CompletionResultType]::ParameterName, 'Leave public microagents out')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'microagent;lint' {
            [CompletionResult]::new('--loader', '--loader', [CompletionResultType]::ParameterName, 'The runtime to check for [default: sdk]')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to show the findings')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the findings to this file')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Run only these rules; repeatable, or separated by commas')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Leave these rules out; repeatable, or separated by commas')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'Exit with 1 on findings at least this bad [default: error]')
            [CompletionResult]::new('--max-warnings', '--max-warnings', [CompletionResultType]::ParameterName, 'Exit with 1 on more warnings than this')
            [CompletionResult]::new('--profile', '--profile', [CompletionResultType]::ParameterName, 'Whose readers to check for')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Report only what the changes since this revision brought, and what in them a reviewer should look at')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Leave out the findings that this file knows')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'Check standard input as if it stood at this path; with --fix the fixed text goes to standard output')
            [CompletionResult]::new('--user-dir', '--user-dir', [CompletionResultType]::ParameterName, 'The home directory to read user microagents from [default: $HOME]')
            [CompletionResult]::new('--org-dir', '--org-dir', [CompletionResultType]::ParameterName, 'A checkout of the organization''s repository; repeatable, later wins [default: `org-dirs` of the configuration]')
            [CompletionResult]::new('--public-dir', '--public-dir', [CompletionResultType]::ParameterName, 'A checkout of the public registry [default: `$EXTENSIONS_PATH`, else `public-dir` of the configuration, else the runtime''s own clone when present]')
            [CompletionResult]::new('--marketplace', '--marketplace', [CompletionResultType]::ParameterName, 'The registry''s marketplace manifest, relative to its checkout')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Load only this source; repeatable')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--statistics', '--statistics', [CompletionResultType]::ParameterName, 'Show how often each rule found something instead of the findings')
            [CompletionResult]::new('--no-ignore', '--no-ignore', [CompletionResultType]::ParameterName, 'Obey nothing that silences: comments, ignored directories, `ignore`, `per-path-ignore` and `exclude` of the configuration')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Paths that do not exist are no failure')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Apply the safe fixes, then report what remains')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Print what the fixes would change, and change nothing')
            [CompletionResult]::new('--unsafe-fixes', '--unsafe-fixes', [CompletionResultType]::ParameterName, 'With --fix or --diff: also fixes that may not be what the author meant')
            [CompletionResult]::new('--write-baseline', '--write-baseline', [CompletionResultType]::ParameterName, 'Write all findings to the baseline')
            [CompletionResult]::new('--no-user', '--no-user', [CompletionResultType]::ParameterName, 'Leave user microagents out')
            [CompletionResult]::new('--no-public', '--no-public', [CompletionResultType]::ParameterName, 'Leave public microagents out')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'microagent;rules' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to show the rules')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'microagent;explain' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to show it')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'microagent;trigger' {
            [CompletionResult]::new('--file', '--file', [CompletionResultType]::ParameterName, 'A file that holds the message; repeatable: the parts of one message')
            [CompletionResult]::new('--touch', '--touch', [CompletionResultType]::ParameterName, 'A path the agent touches, relative to the root; repeatable')
            [CompletionResult]::new('--messages', '--messages', [CompletionResultType]::ParameterName, 'Many messages: a JSON string or an object with `message` a line')
            [CompletionResult]::new('--paths', '--paths', [CompletionResultType]::ParameterName, 'Many touched paths: a JSON string or an object with `path` a line')
            [CompletionResult]::new('--why', '--why', [CompletionResultType]::ParameterName, 'Explain why this microagent does or does not fire; repeatable')
            [CompletionResult]::new('--expect', '--expect', [CompletionResultType]::ParameterName, 'Fail (exit 1) unless this microagent fires; repeatable')
            [CompletionResult]::new('--forbid', '--forbid', [CompletionResultType]::ParameterName, 'Fail (exit 1) when this microagent fires; repeatable')
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'The directory worked in')
            [CompletionResult]::new('--loader', '--loader', [CompletionResultType]::ParameterName, 'Which runtime to agree with [default: that of the configuration, else sdk]')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print it')
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'Show only names that match this glob; repeatable')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave names that match this glob out of what is shown; repeatable')
            [CompletionResult]::new('--user-dir', '--user-dir', [CompletionResultType]::ParameterName, 'The home directory to read user microagents from [default: $HOME]')
            [CompletionResult]::new('--org-dir', '--org-dir', [CompletionResultType]::ParameterName, 'A checkout of the organization''s repository; repeatable, later wins [default: `org-dirs` of the configuration]')
            [CompletionResult]::new('--public-dir', '--public-dir', [CompletionResultType]::ParameterName, 'A checkout of the public registry [default: `$EXTENSIONS_PATH`, else `public-dir` of the configuration, else the runtime''s own clone when present]')
            [CompletionResult]::new('--marketplace', '--marketplace', [CompletionResultType]::ParameterName, 'The registry''s marketplace manifest, relative to its checkout')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Load only this source; repeatable')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--conversation', '--conversation', [CompletionResultType]::ParameterName, 'Take all messages and paths as the turns of one conversation, in which each microagent is given once')
            [CompletionResult]::new('--summary', '--summary', [CompletionResultType]::ParameterName, 'Count hits by microagent instead of showing each answer')
            [CompletionResult]::new('--no-user', '--no-user', [CompletionResultType]::ParameterName, 'Leave user microagents out')
            [CompletionResult]::new('--no-public', '--no-public', [CompletionResultType]::ParameterName, 'Leave public microagents out')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'microagent;test' {
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'The directory worked in')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print it')
            [CompletionResult]::new('--loader', '--loader', [CompletionResultType]::ParameterName, 'Which runtime to agree with [default: that of the configuration, else sdk]')
            [CompletionResult]::new('--user-dir', '--user-dir', [CompletionResultType]::ParameterName, 'The home directory to read user microagents from [default: $HOME]')
            [CompletionResult]::new('--org-dir', '--org-dir', [CompletionResultType]::ParameterName, 'A checkout of the organization''s repository; repeatable, later wins [default: `org-dirs` of the configuration]')
            [CompletionResult]::new('--public-dir', '--public-dir', [CompletionResultType]::ParameterName, 'A checkout of the public registry [default: `$EXTENSIONS_PATH`, else `public-dir` of the configuration, else the runtime''s own clone when present]')
            [CompletionResult]::new('--marketplace', '--marketplace', [CompletionResultType]::ParameterName, 'The registry''s marketplace manifest, relative to its checkout')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Load only this source; repeatable')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--init', '--init', [CompletionResultType]::ParameterName, 'Write a first tests file from the triggers there are')
            [CompletionResult]::new('--no-user', '--no-user', [CompletionResultType]::ParameterName, 'Leave user microagents out')
            [CompletionResult]::new('--no-public', '--no-public', [CompletionResultType]::ParameterName, 'Leave public microagents out')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'microagent;render' {
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'The value of an input or variable; repeatable')
            [CompletionResult]::new('--set-file', '--set-file', [CompletionResultType]::ParameterName, 'The file, or `-` for standard input, whose whole text is the value; repeatable')
            [CompletionResult]::new('--values', '--values', [CompletionResultType]::ParameterName, 'A YAML or JSON file of values by name; `--set` and `--set-file` go before it')
            [CompletionResult]::new('--message', '--message', [CompletionResultType]::ParameterName, 'Find the task whose command starts this message, and list what the message gives it and still lacks')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print the list')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write to this file instead of standard output')
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'The directory worked in')
            [CompletionResult]::new('--loader', '--loader', [CompletionResultType]::ParameterName, 'Which runtime to agree with [default: that of the configuration, else sdk]')
            [CompletionResult]::new('--user-dir', '--user-dir', [CompletionResultType]::ParameterName, 'The home directory to read user microagents from [default: $HOME]')
            [CompletionResult]::new('--org-dir', '--org-dir', [CompletionResultType]::ParameterName, 'A checkout of the organization''s repository; repeatable, later wins [default: `org-dirs` of the configuration]')
            [CompletionResult]::new('--public-dir', '--public-dir', [CompletionResultType]::ParameterName, 'A checkout of the public registry [default: `$EXTENSIONS_PATH`, else `public-dir` of the configuration, else the runtime''s own clone when present]')
            [CompletionResult]::new('--marketplace', '--marketplace', [CompletionResultType]::ParameterName, 'The registry''s marketplace manifest, relative to its checkout')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Load only this source; repeatable')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--ask', '--ask', [CompletionResultType]::ParameterName, 'Ask for what is not given, when there is a terminal')
            [CompletionResult]::new('--allow-missing', '--allow-missing', [CompletionResultType]::ParameterName, 'Leave placeholders that have no value as they are')
            [CompletionResult]::new('--inputs', '--inputs', [CompletionResultType]::ParameterName, 'List the inputs and variables instead')
            [CompletionResult]::new('--no-user', '--no-user', [CompletionResultType]::ParameterName, 'Leave user microagents out')
            [CompletionResult]::new('--no-public', '--no-public', [CompletionResultType]::ParameterName, 'Leave public microagents out')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'microagent;context' {
            [CompletionResult]::new('--message', '--message', [CompletionResultType]::ParameterName, 'A message of the user; repeatable: the turns of one conversation')
            [CompletionResult]::new('--touch', '--touch', [CompletionResultType]::ParameterName, 'A path the agent touches after the messages, relative to the root; repeatable')
            [CompletionResult]::new('--max-tokens', '--max-tokens', [CompletionResultType]::ParameterName, 'Fail (exit 1) when the total is more than this many tokens')
            [CompletionResult]::new('--model', '--model', [CompletionResultType]::ParameterName, 'The model: the SDK leaves always-on text called `claude` or `gemini` out for other makers'' models')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print it')
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'Show only names that match this glob; repeatable')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave names that match this glob out of what is shown; repeatable')
            [CompletionResult]::new('--loader', '--loader', [CompletionResultType]::ParameterName, 'Which runtime to agree with [default: that of the configuration, else sdk]')
            [CompletionResult]::new('--user-dir', '--user-dir', [CompletionResultType]::ParameterName, 'The home directory to read user microagents from [default: $HOME]')
            [CompletionResult]::new('--org-dir', '--org-dir', [CompletionResultType]::ParameterName, 'A checkout of the organization''s repository; repeatable, later wins [default: `org-dirs` of the configuration]')
            [CompletionResult]::new('--public-dir', '--public-dir', [CompletionResultType]::ParameterName, 'A checkout of the public registry [default: `$EXTENSIONS_PATH`, else `public-dir` of the configuration, else the runtime''s own clone when present]')
            [CompletionResult]::new('--marketplace', '--marketplace', [CompletionResultType]::ParameterName, 'The registry''s marketplace manifest, relative to its checkout')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Load only this source; repeatable')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--no-user', '--no-user', [CompletionResultType]::ParameterName, 'Leave user microagents out')
            [CompletionResult]::new('--no-public', '--no-public', [CompletionResultType]::ParameterName, 'Leave public microagents out')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'microagent;new' {
            [CompletionResult]::new('--description', '--description', [CompletionResultType]::ParameterName, 'What it is for and when to use it; for `repo` the text')
            [CompletionResult]::new('--trigger', '--trigger', [CompletionResultType]::ParameterName, 'A trigger; repeatable')
            [CompletionResult]::new('--input', '--input', [CompletionResultType]::ParameterName, 'An input of a task; repeatable')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'A path glob of a rule; repeatable')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'Write to DIR/NAME/SKILL.md (for `repo` DIR/AGENTS.md) instead')
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'The repository')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'Write below the home directory instead')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'microagent;migrate' {
            [CompletionResult]::new('--undo', '--undo', [CompletionResultType]::ParameterName, 'Take a run back, the last one without a number')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print the plan')
            [CompletionResult]::new('--layout', '--layout', [CompletionResultType]::ParameterName, 'What kind of directory it is')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Move only paths or names that match this glob; repeatable')
            [CompletionResult]::new('--always-on', '--always-on', [CompletionResultType]::ParameterName, 'What becomes of always-on files')
            [CompletionResult]::new('--cursorrules', '--cursorrules', [CompletionResultType]::ParameterName, 'What becomes of `.cursorrules`')
            [CompletionResult]::new('--describe', '--describe', [CompletionResultType]::ParameterName, 'The description of a microagent that has none; repeatable')
            [CompletionResult]::new('--mcp', '--mcp', [CompletionResultType]::ParameterName, 'Write the MCP servers that old files declare to this new file, relative to the directory')
            [CompletionResult]::new('--messages', '--messages', [CompletionResultType]::ParameterName, 'Compare what these messages bring in before and after: one JSON string or `{"message": …}` a line')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--write', '--write', [CompletionResultType]::ParameterName, 'Do it')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Exit 1 when there is something to do')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Show how texts change, as a unified diff')
            [CompletionResult]::new('--trigger-only', '--trigger-only', [CompletionResultType]::ParameterName, 'Let only their triggers bring skills in: the model may not ask for them')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Refuse to take a missing description from the text')
            [CompletionResult]::new('--rewrite-references', '--rewrite-references', [CompletionResultType]::ParameterName, 'Edit what names moved files elsewhere in the directory')
            [CompletionResult]::new('--allow-dirty', '--allow-dirty', [CompletionResultType]::ParameterName, 'Write although files differ from what is committed')
            [CompletionResult]::new('--no-index', '--no-index', [CompletionResultType]::ParameterName, 'Leave the git index as it is')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'microagent;replay' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to print it')
            [CompletionResult]::new('--html', '--html', [CompletionResultType]::ParameterName, 'Write a report to look at in a browser, too; it needs no network')
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'Say what today''s microagents of this directory would do at each message')
            [CompletionResult]::new('--loader', '--loader', [CompletionResultType]::ParameterName, 'Which runtime''s loader to read them with [default: the one of the runtime that wrote the log]')
            [CompletionResult]::new('--user-dir', '--user-dir', [CompletionResultType]::ParameterName, 'The home directory to read user microagents from [default: $HOME]')
            [CompletionResult]::new('--org-dir', '--org-dir', [CompletionResultType]::ParameterName, 'A checkout of the organization''s repository; repeatable, later wins [default: `org-dirs` of the configuration]')
            [CompletionResult]::new('--public-dir', '--public-dir', [CompletionResultType]::ParameterName, 'A checkout of the public registry [default: `$EXTENSIONS_PATH`, else `public-dir` of the configuration, else the runtime''s own clone when present]')
            [CompletionResult]::new('--marketplace', '--marketplace', [CompletionResultType]::ParameterName, 'The registry''s marketplace manifest, relative to its checkout')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Load only this source; repeatable')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Take every problem for a finding: unknown events, events that do not fit together, open delegations')
            [CompletionResult]::new('--no-user', '--no-user', [CompletionResultType]::ParameterName, 'Leave user microagents out')
            [CompletionResult]::new('--no-public', '--no-public', [CompletionResultType]::ParameterName, 'Leave public microagents out')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'microagent;remember' {
            [CompletionResult]::new('--event', '--event', [CompletionResultType]::ParameterName, 'The event to look around')
            [CompletionResult]::new('--max-chars', '--max-chars', [CompletionResultType]::ParameterName, 'Cut each text of an event to this many characters')
            [CompletionResult]::new('--append', '--append', [CompletionResultType]::ParameterName, 'Put the extracted text into this microagent, under a heading with the date')
            [CompletionResult]::new('--date', '--date', [CompletionResultType]::ParameterName, 'The date of the heading, YYYY-MM-DD [default: today, UTC]')
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'The directory the microagent is looked up in')
            [CompletionResult]::new('--loader', '--loader', [CompletionResultType]::ParameterName, 'Which runtime to agree with')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--as-deployed', '--as-deployed', [CompletionResultType]::ParameterName, 'Take the events that the deployed runtime takes: the last four of the log, then the five after the event')
            [CompletionResult]::new('--extract', '--extract', [CompletionResultType]::ParameterName, 'Read a model''s answer on standard input and print what stands in its first `<update_prompt>`')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'microagent;config' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to show the configuration')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--show', '--show', [CompletionResultType]::ParameterName, 'Show each value and where it comes from, which is what this command does anyway')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'microagent;schema' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'microagent;completions' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'microagent;man' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
