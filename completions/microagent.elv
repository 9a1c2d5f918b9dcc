
use builtin;
use str;

set edit:completion:arg-completer[microagent] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'microagent'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'microagent'= {
            cand --color 'When to use colour'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand list 'List what the runtime loads, in load order, and what it does not, with the reason'
            cand show 'Show one microagent: every field, the variables of its body, what shadows it'
            cand lint 'Check microagents, skills and instruction files'
            cand rules 'List the lint rules'
            cand explain 'Explain one lint rule'
            cand trigger 'Say which microagents a message or a touched path brings in'
            cand test 'Check declared trigger expectations'
            cand render 'Fill a task template'
            cand context 'Show what the model is given, and what it costs'
            cand new 'Write a new microagent that loads and passes lint'
            cand migrate 'Move legacy paths to `.agents/skills`'
            cand replay 'Show what fired and who was delegated to in an event log'
            cand remember 'Make the prompt for updating a microagent from the events around one'
            cand config 'Show the configuration in force and where each value comes from'
            cand schema 'Print a JSON Schema'
            cand completions 'Print the completion script of a shell'
            cand man 'Print the man page'
        }
        &'microagent;list'= {
            cand --loader 'Which runtime to agree with'
            cand --format 'How to print it'
            cand --name 'Show only names that match this glob; repeatable'
            cand --exclude 'Leave names that match this glob out of what is shown; repeatable'
            cand --user-dir 'The home directory to read user microagents from [default: $HOME]'
            cand --org-dir 'A checkout of the organization''s repository; repeatable, later wins'
            cand --public-dir 'A checkout of the public registry [default: $`EXTENSIONS_PATH`, else the runtime''s own clone when present]'
            cand --marketplace 'The registry''s marketplace manifest, relative to its checkout'
            cand --only 'Load only this source; repeatable'
            cand --color 'When to use colour'
            cand --no-user 'Leave user microagents out'
            cand --no-public 'Leave public microagents out'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'microagent;show'= {
            cand --root 'The directory worked in'
            cand --loader 'Which runtime to agree with'
            cand --format 'How to print it'
            cand --user-dir 'The home directory to read user microagents from [default: $HOME]'
            cand --org-dir 'A checkout of the organization''s repository; repeatable, later wins'
            cand --public-dir 'A checkout of the public registry [default: $`EXTENSIONS_PATH`, else the runtime''s own clone when present]'
            cand --marketplace 'The registry''s marketplace manifest, relative to its checkout'
            cand --only 'Load only this source; repeatable'
            cand --color 'When to use colour'
            cand --raw 'Print nothing but the content, as the model is given it'
            cand --no-user 'Leave user microagents out'
            cand --no-public 'Leave public microagents out'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'microagent;lint'= {
            cand --loader 'The runtime to check for [default: sdk]'
            cand --format 'How to show the findings'
            cand --output 'Write the findings to this file'
            cand --select 'Run only these rules; repeatable, or separated by commas'
            cand --ignore 'Leave these rules out; repeatable, or separated by commas'
            cand --fail-on 'Exit with 1 on findings at least this bad [default: error]'
            cand --max-warnings 'Exit with 1 on more warnings than this'
            cand --profile 'Whose readers to check for'
            cand --since 'Report only what the changes since this revision brought, and what in them a reviewer should look at'
            cand --baseline 'Leave out the findings that this file knows'
            cand --stdin-filename 'Check standard input as if it stood at this path; with --fix the fixed text goes to standard output'
            cand --user-dir 'The home directory to read user microagents from [default: $HOME]'
            cand --org-dir 'A checkout of the organization''s repository; repeatable, later wins'
            cand --public-dir 'A checkout of the public registry [default: $`EXTENSIONS_PATH`, else the runtime''s own clone when present]'
            cand --marketplace 'The registry''s marketplace manifest, relative to its checkout'
            cand --only 'Load only this source; repeatable'
            cand --color 'When to use colour'
            cand --statistics 'Show how often each rule found something instead of the findings'
            cand --no-ignore 'Obey nothing that silences: comments, ignored directories, `ignore`, `per-path-ignore` and `exclude` of the configuration'
            cand --allow-empty 'Paths that do not exist are no failure'
            cand --fix 'Apply the safe fixes, then report what remains'
            cand --diff 'Print what the fixes would change, and change nothing'
            cand --unsafe-fixes 'With --fix or --diff: also fixes that may not be what the author meant'
            cand --write-baseline 'Write all findings to the baseline'
            cand --no-user 'Leave user microagents out'
            cand --no-public 'Leave public microagents out'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'microagent;rules'= {
            cand --format 'How to show the rules'
            cand --color 'When to use colour'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'microagent;explain'= {
            cand --format 'How to show it'
            cand --color 'When to use colour'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'microagent;trigger'= {
            cand --file 'A file that holds the message; repeatable: the parts of one message'
            cand --touch 'A path the agent touches, relative to the root; repeatable'
            cand --messages 'Many messages: a JSON string or an object with `message` a line'
            cand --paths 'Many touched paths: a JSON string or an object with `path` a line'
            cand --why 'Explain why this microagent does or does not fire; repeatable'
            cand --expect 'Fail (exit 1) unless this microagent fires; repeatable'
            cand --forbid 'Fail (exit 1) when this microagent fires; repeatable'
            cand --root 'The directory worked in'
            cand --loader 'Which runtime to agree with'
            cand --format 'How to print it'
            cand --user-dir 'The home directory to read user microagents from [default: $HOME]'
            cand --org-dir 'A checkout of the organization''s repository; repeatable, later wins'
            cand --public-dir 'A checkout of the public registry [default: $`EXTENSIONS_PATH`, else the runtime''s own clone when present]'
            cand --marketplace 'The registry''s marketplace manifest, relative to its checkout'
            cand --only 'Load only this source; repeatable'
            cand --color 'When to use colour'
            cand --conversation 'Take all messages and paths as the turns of one conversation, in which each microagent is given once'
            cand --summary 'Count hits by microagent instead of showing each answer'
            cand --no-user 'Leave user microagents out'
            cand --no-public 'Leave public microagents out'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'microagent;test'= {
            cand --root 'The directory worked in'
            cand --loader 'Which runtime to agree with'
            cand --format 'How to print it'
            cand --user-dir 'The home directory to read user microagents from [default: $HOME]'
            cand --org-dir 'A checkout of the organization''s repository; repeatable, later wins'
            cand --public-dir 'A checkout of the public registry [default: $`EXTENSIONS_PATH`, else the runtime''s own clone when present]'
            cand --marketplace 'The registry''s marketplace manifest, relative to its checkout'
            cand --only 'Load only this source; repeatable'
            cand --color 'When to use colour'
            cand --init 'Write a first tests file from the triggers there are'
            cand --no-user 'Leave user microagents out'
            cand --no-public 'Leave public microagents out'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'microagent;render'= {
            cand --set 'The value of an input or variable; repeatable'
            cand --set-file 'The file, or `-` for standard input, whose whole text is the value; repeatable'
            cand --values 'A YAML or JSON file of values by name; `--set` and `--set-file` go before it'
            cand --message 'Find the task whose command starts this message, and list what the message gives it and still lacks'
            cand --format 'How to print the list'
            cand --output 'Write to this file instead of standard output'
            cand --root 'The directory worked in'
            cand --loader 'Which runtime to agree with'
            cand --user-dir 'The home directory to read user microagents from [default: $HOME]'
            cand --org-dir 'A checkout of the organization''s repository; repeatable, later wins'
            cand --public-dir 'A checkout of the public registry [default: $`EXTENSIONS_PATH`, else the runtime''s own clone when present]'
            cand --marketplace 'The registry''s marketplace manifest, relative to its checkout'
            cand --only 'Load only this source; repeatable'
            cand --color 'When to use colour'
            cand --ask 'Ask for what is not given, when there is a terminal'
            cand --allow-missing 'Leave placeholders that have no value as they are'
            cand --inputs 'List the inputs and variables instead'
            cand --no-user 'Leave user microagents out'
            cand --no-public 'Leave public microagents out'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'microagent;context'= {
            cand --message 'A message of the user; repeatable: the turns of one conversation'
            cand --touch 'A path the agent touches after the messages, relative to the root; repeatable'
            cand --max-tokens 'Fail (exit 1) when the total is more than this many tokens'
            cand --model 'The model: the SDK leaves always-on text called `claude` or `gemini` out for other makers'' models'
            cand --loader 'Which runtime to agree with'
            cand --format 'How to print it'
            cand --user-dir 'The home directory to read user microagents from [default: $HOME]'
            cand --org-dir 'A checkout of the organization''s repository; repeatable, later wins'
            cand --public-dir 'A checkout of the public registry [default: $`EXTENSIONS_PATH`, else the runtime''s own clone when present]'
            cand --marketplace 'The registry''s marketplace manifest, relative to its checkout'
            cand --only 'Load only this source; repeatable'
            cand --color 'When to use colour'
            cand --no-user 'Leave user microagents out'
            cand --no-public 'Leave public microagents out'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'microagent;new'= {
            cand --description 'What it is for and when to use it; for `repo` the text'
            cand --trigger 'A trigger; repeatable'
            cand --input 'An input of a task; repeatable'
            cand --path 'A path glob of a rule; repeatable'
            cand --dir 'Write to DIR/NAME/SKILL.md (for `repo` DIR/AGENTS.md) instead'
            cand --root 'The repository'
            cand --color 'When to use colour'
            cand --user 'Write below the home directory instead'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'microagent;migrate'= {
            cand --color 'When to use colour'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'microagent;replay'= {
            cand --format 'How to print it'
            cand --html 'Write a report to look at in a browser, too; it needs no network'
            cand --root 'Say what today''s microagents of this directory would do at each message'
            cand --loader 'Which runtime''s loader to read them with [default: the one of the runtime that wrote the log]'
            cand --user-dir 'The home directory to read user microagents from [default: $HOME]'
            cand --org-dir 'A checkout of the organization''s repository; repeatable, later wins'
            cand --public-dir 'A checkout of the public registry [default: $`EXTENSIONS_PATH`, else the runtime''s own clone when present]'
            cand --marketplace 'The registry''s marketplace manifest, relative to its checkout'
            cand --only 'Load only this source; repeatable'
            cand --color 'When to use colour'
            cand --strict 'Take every problem for a finding: unknown events, events that do not fit together, open delegations'
            cand --no-user 'Leave user microagents out'
            cand --no-public 'Leave public microagents out'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'microagent;remember'= {
            cand --event 'The event to look around'
            cand --max-chars 'Cut each text of an event to this many characters'
            cand --append 'Put the extracted text into this microagent, under a heading with the date'
            cand --date 'The date of the heading, YYYY-MM-DD [default: today, UTC]'
            cand --root 'The directory the microagent is looked up in'
            cand --loader 'Which runtime to agree with'
            cand --color 'When to use colour'
            cand --as-deployed 'Take the events that the deployed runtime takes: the last four of the log, then the five after the event'
            cand --extract 'Read a model''s answer on standard input and print what stands in its first `<update_prompt>`'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'microagent;config'= {
            cand --format 'How to show the configuration'
            cand --color 'When to use colour'
            cand --show 'Show each value and where it comes from, which is what this command does anyway'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'microagent;schema'= {
            cand --color 'When to use colour'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'microagent;completions'= {
            cand --color 'When to use colour'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'microagent;man'= {
            cand --color 'When to use colour'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
    ]
    $completions[$command]
}
