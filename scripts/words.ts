import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A word or phrase that makes a US reader stumble, found on a screen, in an email or in a document. */
export interface Slip {
  place: string
  word: string
}

/** Spellings and phrases to avoid; `instead` is the replacement. */
const FORBIDDEN: readonly { word: RegExp; instead: string }[] = [
  { word: /\b\w*(organis|recognis|authoris|apologis|summaris|categoris|customis|minimis|initialis)\w*/i, instead: 'z' },
  { word: /\be-mail(s|ed|ing)?\b/i, instead: 'email' },
  {
    word: /\b(colour|favour|behaviour|honour|centre|licence|cancelled|labelled(?!by)|catalogue|programme|grey)\w*/i,
    instead: 'the American spelling',
  },
  { word: /\bdespatch(?!Advice\b)\w*/i, instead: 'shipping notice' },
  { word: /\bmend(ed|s|ing)?\b/i, instead: 'fix' },
  { word: /\btak(e|en|ing) back\b/i, instead: 'undo' },
  { word: /\banew\b/i, instead: 'again' },
  { word: /\ball the same\b/i, instead: 'anyway' },
  { word: /\bas ever\b/i, instead: 'by default' },
  { word: /\bdeeds?\b/i, instead: 'action' },
  { word: /\bpatience\b/i, instead: 'timeout' },
  { word: /\bwhoever\b/i, instead: 'a subject: the person who' },
  { word: /\b(broke|broken|breaks) off\b/i, instead: 'interrupted' },
  { word: /\bhand(ed|s)? in\b/i, instead: 'submit' },
  { word: /\bis (not|no longer) right\b/i, instead: 'invalid, incorrect' },
  { word: /\b(likewise|therein|thereof|hereby|whereof)\b/i, instead: 'plain words' },
  { word: /\bmeanwhile\b/i, instead: 'in the meantime, since' },
  { word: /\bturn comes\b|\bits turn\b/i, instead: 'queue' },
  // The exceptions in this pattern are phrases that the specification prescribes: "This med was not part of …", "This med has no attachments" and
  // "Your med could not be found, try …".
  { word: /\b(the|these|your|this|a|several|more) meds?\b(?! (name|was not|has no|could not|using))/i, instead: 'package' },
  { word: /^meds? received|\bmeds? (at|undone|in orders)\b/i, instead: 'package' },
  { word: /\b1 (meds|orders|packages|files|findings|reports|notices|scans)\b/i, instead: 'the singular' },
]

/** Texts that are exempt from the rules above: one that the specification prescribes word for word, and the name of a setting. */
const QUOTED = ['Check that the code is typed exactly as it appeared in the email we sent to you.', 'CATALOGUE: ']

/** Matches a count that is worded in meds; on screen, a count must say packages (STYLE.md, "Glossary"). */
const COUNTED_MEDS = /formatAmount\([^\n]*, 'med'\)|\? 'med' : 'meds'/

/** A count followed by a fixed plural: `${n} meds` can read "1 meds". Use `formatAmount`, or check for 1. */
const BARE_PLURAL = /\$\{[^}]*\} (meds|orders|packages|findings|notices|scans|mails|partners|products|cases|pallets|attachments)\b/

/**
 * Yields the prose in a source file, with its line number: text in quotes, in template literals and between tags. Skips comments, imports, class
 * names and ids.
 */
function* collectTexts(source: string): Generator<{ text: string; line: number; raw: string }> {
  const lines = source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .split('\n')
    .map((line) => line.replace(/(^|\s)\/\/.*$/, ''))
  yield* readPages(lines.join('\n'))
  for (const [at, line] of lines.entries()) {
    if (/^\s*(import|export \* from|\} from)\b/.test(line)) continue
    for (const [, , quoted] of line.matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/g))
      if (isProse(quoted ?? '')) yield { text: quoted ?? '', line: at + 1, raw: line }
    const bare = line.trim()
    if (/^[A-Z][^=;{}()<>]*[a-z.,:?!]$/.test(bare) || /^[a-z ,’'-]+[.?!]$/.test(bare)) yield { text: bare, line: at + 1, raw: line }
    for (const [, between] of line.matchAll(/[>}]([^<>{}="`();]+)[<{]/g))
      if (isProse(between ?? '')) yield { text: between ?? '', line: at + 1, raw: line }
  }
}

/** Lines of prose from template literals that span several lines, such as a command's help or a letter. */
function* readPages(source: string): Generator<{ text: string; line: number; raw: string }> {
  for (const { 0: page, index } of source.matchAll(/`[^`$]*\n[^`]*`/g)) {
    const first = source.slice(0, index).split('\n').length
    for (const [at, text] of page.split('\n').entries()) if (isProse(text)) yield { text, line: first + at, raw: text }
  }
}

/**
 * Whether a text is prose for people: it has at least two words, or one that begins with a capital. Names, paths, selectors and keys are for
 * programs.
 */
function isProse(text: string): boolean {
  return (
    (/[A-Za-z]{2,} [A-Za-z]/.test(text) || /^[A-Z][a-z]/.test(text)) &&
    !/^[./@#]|^(select|insert|update|delete|with|create|alter|grant)\b|=>|::/i.test(text.trim())
  )
}

export function slipsIn(source: string, file: string): Slip[] {
  const found: Slip[] = []
  // The same text can be collected twice, as text between tags and as a separate line; report it only once.
  const add = (slip: Slip) => found.some((one) => one.place === slip.place && one.word === slip.word) || found.push(slip)
  for (const { text, line, raw } of collectTexts(source)) {
    const own = QUOTED.reduce((rest, quoted) => rest.replace(quoted, ''), text)
    for (const { word, instead } of FORBIDDEN) {
      const match = own.match(word)?.[0]
      if (match) add({ place: `${file}:${line}`, word: `${match} (${instead})` })
    }
    if (BARE_PLURAL.test(text) && !/countOf|=== 1|!== 1|> 1/.test(raw))
      add({ place: `${file}:${line}`, word: text.match(BARE_PLURAL)?.[0] ?? '' })
  }
  for (const [at, line] of source.split('\n').entries())
    if (COUNTED_MEDS.test(line)) add({ place: `${file}:${at + 1}`, word: 'med (package)' })
  return found
}

/**
 * Finds phrases that break the wording rules in the prose of `apps/web`, `apps/api` and `packages`: screens, the server's sentences, emails,
 * documents and the output of most commands. Tests, seed data, tables and the commands that load drugs are not searched.
 */
export function listSlips(root: string): Slip[] {
  return globSync('{apps/web/src,apps/api/src,packages/*/src}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$|test-|tables\.ts$|\/seed\/|drugs?-load/.test(file))
    .flatMap((file) => slipsIn(readFileSync(join(root, file), 'utf8'), file))
}

if (process.argv[1] === import.meta.filename)
  for (const { place, word } of listSlips(join(import.meta.dirname, '..'))) process.stdout.write(`${place}\t${word}\n`)

/**
 * Glossary words (STYLE.md, "Technical words") that have no other meaning in this code base, so that comments, titles and docs can be searched for
 * them.
 */
const NEVER = /\b(anew|once more|all the same|as ever|deeds?|patience|whoever)\b/i
const SEARCHED = '{apps,packages,db,e2e,scripts,docs}/**/*.{ts,tsx,js,mjs,css,md}'
/** Files that quote these words, that others wrote, or that must not change. */
const EXEMPT = /node_modules|\/dist\/|^db\/migrations\/|^docs\/decisions\.md$|^scripts\/words/

/** Lines of code, comments, test titles and docs that contain a word that the glossary replaces everywhere. */
export function listGlossarySlips(root: string): Slip[] {
  return globSync(SEARCHED, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
    .filter((path) => !EXEMPT.test(path))
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((line, at) => {
          const [word] = NEVER.exec(line) ?? []
          return word === undefined ? [] : [{ place: `${path}:${at + 1}`, word }]
        }),
    )
}
