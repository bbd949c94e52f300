import { matchesGlob } from 'node:path'

/** One instruction of a Dockerfile: its name in capitals, its `--flags`, and the rest of the line with continuations joined. */
export interface Instruction {
  name: string
  flags: Record<string, string>
  rest: string
  line: number
}

/** What one FROM begins. */
export interface Stage {
  /** the name after AS, else the number of the stage */
  name: string
  image: string
  instructions: Instruction[]
}

/** Reads a Dockerfile into its stages. Throws on an instruction before the first FROM. */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const { name, flags, rest, line } of instructionsOf(text)) {
    if (name === 'FROM') {
      const [image = '', as, alias] = rest.split(/\s+/)
      stages.push({ image, name: as?.toUpperCase() === 'AS' && alias ? alias : String(stages.length), instructions: [] })
      continue
    }
    const stage = stages.at(-1)
    if (!stage) throw new Error(`line ${line}: ${name} before the first FROM`)
    stage.instructions.push({ name, flags, rest, line })
  }
  return stages
}

function instructionsOf(text: string): Instruction[] {
  const found: Instruction[] = []
  let joined = ''
  let began = 0
  for (const [index, raw] of text.split('\n').entries()) {
    // A comment line may stand between continued lines; Docker drops it there too.
    if (/^\s*(#|$)/.test(raw)) continue
    if (joined === '') began = index + 1
    if (/\\\s*$/.test(raw)) {
      joined += raw.replace(/\\\s*$/, ' ')
      continue
    }
    found.push(instruction(joined + raw, began))
    joined = ''
  }
  return found
}

function instruction(text: string, line: number): Instruction {
  const [, name = '', tail = ''] = /^\s*(\S+)\s*([\s\S]*)$/.exec(text) ?? []
  const flags: Record<string, string> = {}
  let rest = tail
  for (let match = /^--([\w-]+)(?:=(\S+))?\s+/.exec(rest); match; match = /^--([\w-]+)(?:=(\S+))?\s+/.exec(rest)) {
    flags[match[1] ?? ''] = match[2] ?? ''
    rest = rest.slice(match[0].length)
  }
  return { name: name.toUpperCase(), flags, rest: rest.trim(), line }
}

/** The pairs of an ENV line. Only `NAME=value`, without quotes and references: nothing here needs more. Throws on others. */
export function environmentOf(rest: string): Record<string, string> {
  const pairs = rest.split(/\s+/).map((pair) => /^(\w+)=([^'"$\\]*)$/.exec(pair))
  return Object.fromEntries(
    pairs.map((pair) => {
      if (!pair) throw new Error(`ENV is understood as NAME=value only: ${rest}`)
      return [pair[1], pair[2]]
    }),
  )
}

/** Tells by the text of a .dockerignore whether a path relative to its folder stays out; the last matching line decides. */
export function dockerIgnore(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keep: line.startsWith('!'), pattern: line.replace(/^!/, '').replace(/^\/|\/$/g, '') }))
  return (path) => {
    // A line for a folder counts for all below it.
    const parts = path.split('/')
    const prefixes = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
    return rules.reduce((out, { keep, pattern }) => (prefixes.some((prefix) => matches(prefix, pattern)) ? !keep : out), false)
  }
}

function matches(path: string, pattern: string): boolean {
  // Docker's star matches a leading dot; Node's does not.
  const undotted = (text: string) => text.replace(/(^|\/)\./g, '$1\u0001')
  return matchesGlob(undotted(path), undotted(pattern))
}
