import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A regular expression in a source file. */
export interface Pattern {
  place: string
  source: string
  flags: string
}

/** After one of these characters a slash begins a regular expression; after anything else it is a division. */
const BEFORE = new Set('(=,:[!&|?{};+>~^%*-\n')
const WORD_BEFORE = /\b(return|typeof|case|of|in|yield|await)$/

/** Every regular expression literal of these files. */
export function collectPatterns(root: string, globs: readonly string[]): Pattern[] {
  return globs
    .flatMap((glob) => globSync(glob, { cwd: root }))
    .filter((file) => !/\.(test|spec)\.ts$/.test(file))
    .toSorted()
    .flatMap((file) => readLiterals(readFileSync(join(root, file), 'utf8'), file))
}

/** Lists the regular expressions of a text. Skips quoted texts, templates and comments, which may contain a slash. */
function readLiterals(text: string, file: string): Pattern[] {
  const found: Pattern[] = []
  let last = '\n'
  /** A stack: for each `${` that encloses the current position, the number of braces open inside it. */
  const braces: number[] = []
  for (let at = text.startsWith('#!') ? findOr(text, '\n', 0) : 0; at < text.length; ) {
    const char = text.charAt(at)
    const two = text.slice(at, at + 2)
    if (two === '//') at = findOr(text, '\n', at)
    else if (two === '/*') at = findOr(text, '*/', at + 2) + 2
    else if (char === "'" || char === '"') at = skipQuoted(text, at)
    else if (char === '`' || (char === '}' && braces.at(-1) === 0)) {
      if (char === '}') braces.pop()
      at = skipTemplate(text, at + 1)
      if (text.charAt(at - 1) === '{') braces.push(0)
      last = text.charAt(at - 1)
      continue
    } else if (char === '/' && (BEFORE.has(last) || WORD_BEFORE.test(text.slice(Math.max(0, at - 8), at).trimEnd()))) {
      const end = skipPattern(text, at)
      const flags = /^[a-z]*/.exec(text.slice(end + 1, end + 9))?.[0] ?? ''
      found.push({ place: `${file}:${text.slice(0, at).split('\n').length}`, source: text.slice(at + 1, end), flags })
      at = end + 1 + flags.length
      last = '/'
      continue
    } else {
      const open = braces.length - 1
      if (open >= 0 && (char === '{' || char === '}')) braces[open] = (braces[open] ?? 0) + (char === '{' ? 1 : -1)
      if (char.trim() !== '') last = char
      at += 1
      continue
    }
    last = char === '/' ? last : char
  }
  return found
}

function findOr(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from)
  return at === -1 ? text.length : at
}

function skipQuoted(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === text[from] || text[at] === '\n') return at + 1
  }
  return text.length
}

/** Index after the end of a template literal, or after the `${` of its next expression. */
function skipTemplate(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '`') return at + 1
    else if (text.startsWith('${', at)) return at + 2
  }
  return text.length
}

/** Finds the end of a pattern: the index of the first slash after `from` that is neither escaped nor in a character class. */
function skipPattern(text: string, from: number): number {
  let isInClass = false
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === '[') isInClass = true
    else if (char === ']') isInClass = false
    else if (char === '/' && !isInClass) return at
    else if (char === '\n') throw new Error(`A pattern is not closed: ${text.slice(from, at)}`)
  }
  return text.length
}

const STANDING_FOR: Readonly<Record<string, string>> = {
  s: ' \n',
  d: '1',
  w: 'aA1',
  b: 'a ',
  p: 'é\u0001',
  P: 'é1',
  S: 'x',
  D: 'x',
  W: '-',
  n: '\n',
  r: '\r',
  t: '\t',
}

const collectWords = ({ source }: Pick<Pattern, 'source'>): string[] => source.match(/[A-Za-z][A-Za-z :@]+/g) ?? []

/** Texts that could make the pattern slow if they are repeated: the pattern's own characters and words, alone and in pairs. */
export function makePumps({ source }: Pattern): string[] {
  const chars = new Set(['x', ' ', '1', '-', '\u2028'])
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at)
    if (char !== '\\') {
      if (!'()[]{}|*+?^$'.includes(char)) chars.add(char)
      continue
    }
    at += 1
    for (const one of STANDING_FOR[source.charAt(at)] ?? source.charAt(at)) chars.add(one)
    if (/[pPu]/.test(source.charAt(at))) at = Math.max(at, source.indexOf('}', at))
  }
  // Keeps at most twelve characters. Prefers those that are neither letters nor digits, because the words that are added below contain most letters
  // and digits anyway.
  const few = [...chars].toSorted((one, two) => Number(/[b-wyz2-9]/i.test(one)) - Number(/[b-wyz2-9]/i.test(two))).slice(0, 12)
  const words = collectWords({ source })
  const plain = source.replace(/\\[sbBdwSDW]|[\\^$()[\]{}|*+?]/g, '')
  return [
    ...new Set([
      ...few,
      ...few.flatMap((one) => few.map((two) => one + two)),
      ...words,
      ...words.map((word) => `${word} `),
      plain,
      `${plain}x`,
    ]),
  ].filter(Boolean)
}

/**
 * Lengths of the texts on which each pattern is run. If the work doubles with each character, a text of the first length already takes long enough to
 * notice, yet still finishes.
 */
const SIZES = [24, 300, 1200, 4800]

/** Measures the CPU time of this thread in microseconds, which other processes don't affect. */
function timeOf(work: () => void): number {
  const begun = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(begun)
  return user + system
}

const leastOf = (work: () => void) => Math.min(timeOf(work), timeOf(work), timeOf(work))

function run(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0
  if (pattern.global) text.replace(pattern, '')
  else pattern.test(text)
}

/** Ratio of the work for a text of length `long` to the work for a text of length `short`. */
export function growOf(work: (length: number) => void, short: number, long: number): number {
  // The short run counts as at least 5,000 microseconds, because shorter times depend too much on the clock's resolution.
  return (
    leastOf(() => work(long)) /
    Math.max(
      leastOf(() => work(short)),
      5000,
    )
  )
}

/** CPU time in microseconds that a pattern known to need quadratic work takes for the largest text. */
export function measureSquare(): number {
  return leastOf(() => run(/[\s.]+$/, `${' '.repeat(SIZES.at(-1) ?? 0)}x`))
}

/**
 * Finds a text on which the pattern is slow, because its work grows faster than the length of the text; undefined if none was found.
 * @param square the CPU time of a quadratic pattern, measured by {@link measureSquare}. A pattern that takes more than an eighth of it is slow; a
 * linear pattern takes less than a hundredth.
 */
export function findHostile(found: Pattern, square: number): string | undefined {
  const pattern = new RegExp(found.source, found.flags)
  const befores = ['', 'z\u0002', ...collectWords(found).slice(0, 3)]
  return makePumps(found).find((pump) =>
    SIZES.some((size) =>
      befores.some((before) => {
        const text = `${before}${pump.repeat(Math.ceil(size / pump.length))}\u0001\u2028\u0000`
        const isSlow = (time: number) => time > square / 8
        return isSlow(timeOf(() => run(pattern, text))) && isSlow(leastOf(() => run(pattern, text)))
      }),
    ),
  )
}
