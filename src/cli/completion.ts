import type { Command } from "./command.ts"
import { bashScript, fishScript, zshScript } from "./completion-scripts.ts"
import { exitCode } from "./exit-codes.ts"
import { allWords, commandOf } from "./words.ts"

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

export const completion: Command = {
  section: "The command line",
  summary: "Prints a script that completes command lines in your shell",
  more: [
    'bash: exlet completion bash > /etc/bash_completion.d/exlet    or: eval "$(exlet completion bash)" in ~/.bashrc',
    'zsh:  exlet completion zsh > "$fpath[1]/_exlet"',
    "fish: exlet completion fish > ~/.config/fish/completions/exlet.fish",
  ],
  arguments: [
    { name: "shell", kind: { type: "choice", of: Object.keys(scripts) }, about: "Whose completion: bash, zsh or fish" },
  ],
  flags: [],
  async run(given, { out }) {
    const commands = new Map<string, Command>()
    for (const word of await allWords()) {
      const command = await commandOf(word)
      if (command) commands.set(word, command)
    }
    for (const line of scripts[given.sure("shell") as keyof typeof scripts](commands)) out(line)
    return exitCode.done
  },
}
