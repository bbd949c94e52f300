import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { argv, exit, stderr } from 'node:process'
import { fileURLToPath } from 'node:url'
import { aiTableText } from './ai-table-text.ts'

/**
 * `node packages/gs1/scripts/make-ai-table.ts [dictionary]`: writes src/ai-table.ts from GS1's Barcode Syntax Dictionary. Copies only its facts:
 * identifiers, formats, names of tests, associations and titles.
 */
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const shared = ['../../../../shared/', '../../../../../shared/'].map((up) => here(`${up}corpus/gs1/gs1-syntax-dictionary.txt`))
const file = argv[2] ?? shared.find((path) => existsSync(path))
if (file === undefined) {
  stderr.write('The dictionary is not at ../shared/corpus/gs1; give its path.\n')
  exit(2)
}
const dictionary = readFileSync(file, 'utf8')
const named = /^# Release: (.+)$/m.exec(dictionary)?.[1]?.trim() ?? 'unknown'
const provenance = file.replace(/gs1\/[^/]*$/, 'PROVENANCE.md')
const commit = existsSync(provenance) ? /gs1-syntax-dictionary @([0-9a-f]{7,})/.exec(readFileSync(provenance, 'utf8'))?.[1] : undefined
const release = named === 'UNSET' && commit !== undefined ? `gs1-syntax-dictionary@${commit} (between releases, after 2026-01-27)` : named
writeFileSync(here('../src/ai-table.ts'), aiTableText(dictionary, release))
