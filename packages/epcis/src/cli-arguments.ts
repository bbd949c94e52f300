export const FORMATS = ['text', 'json', 'ndjson', 'sarif'] as const

export type Format = (typeof FORMATS)[number]

export interface Arguments {
  readonly format: Format
  readonly failOn: 'reject' | 'warn'
  readonly files: readonly string[]
}

export const HELP = `epcis-validate: checks EPCIS documents against the DSCSA rules

Usage:  epcis-validate [options] FILE...
        epcis-validate [options] -            reads standard input

Reads EPCIS 1.0, 1.1 and 1.2 XML, and EPCIS 2.0 as XML or JSON. Lists what the sender of each document must fix and what is only
worth a look: 36 types of errors, each with its line. Nothing leaves this machine.

Options:
  --format text     sentences with the offending lines, for people (the default)
  --format json     one JSON object; an array of them for several files
  --format ndjson   one JSON object per file, each on its own line
  --format sarif    SARIF 2.1.0, for code scanners and editors
  --fail-on reject  exit with 1 only if the sender must fix something (the default)
  --fail-on warn    exit with 1 for warnings too
  --help, --version

The JSON object: {file, bytes, events, meds, verdict, findings: [{type, severity, message, section, path, line, column, event, value,
hint}], truncated: {TYPE: count}, warnings: [{code, message, hint}]}. verdict is ok, warn, reject or malformed. At most 50
findings of each type are shown; truncated counts the rest. A file that could not be read yields {file, error}. warnings concern the
document as a whole and affect neither the verdict nor the exit status.

Exit status: 0 if nothing was found at that level, 1 if something was, 2 if a file could not be read or the arguments are wrong.

Files are streamed, so their size does not matter. On a terminal the command shows its progress and uses colors (NO_COLOR=1 turns them
off). A zip with exactly one file is read like that file. For a zip on standard input: unzip -p order.zip | epcis-validate -

Examples:
  epcis-validate order.xml
  epcis-validate --fail-on warn inbox/*.xml
  epcis-validate --format ndjson inbox/*.xml | jq -r 'select(.verdict != "ok") | .file'
  epcis-validate --format sarif order.xml > order.sarif
`

/** Parses the words of a command line; returns a sentence if they are invalid. */
export function parseArguments(words: readonly string[]): Arguments | string {
  let format: Format = 'text'
  let failOn: 'reject' | 'warn' = 'reject'
  const files: string[] = []
  const rest = words.flatMap((word) =>
    /^--[a-z-]+=/.test(word) ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] : [word],
  )
  for (let i = 0; i < rest.length; i += 1) {
    const word = rest[i] ?? ''
    if (word === '--format') {
      const value = rest[++i]
      const known = FORMATS.find((candidate) => candidate === value)
      if (known === undefined) return `--format must be text, json, ndjson or sarif, not ${value ?? 'nothing'}`
      format = known
    } else if (word === '--fail-on') {
      const value = rest[++i]
      if (value !== 'reject' && value !== 'warn') return `--fail-on must be reject or warn, not ${value ?? 'nothing'}`
      failOn = value
    } else if (word === '--') {
      files.push(...rest.slice(i + 1))
      break
    } else if (word.startsWith('-') && word !== '-') return `unknown option ${word}`
    else files.push(word)
  }
  if (files.length === 0) return 'no file given'
  if (files.filter((file) => file === '-').length > 1) return 'standard input (-) can be read only once'
  return { format, failOn, files }
}
