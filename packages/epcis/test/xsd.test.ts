import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createSaxReader } from '../src/index.ts'
import { Structure } from '../src/structure.ts'
import type { StructureIssue } from '../src/structure-types.ts'
import { collectedFolder } from './collected.ts'
import { readTable, smallDocument, validate } from './helpers.ts'
import { collectElements, edits, parseXml, writeXml } from './xml-edits.ts'

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const corpus = collectedFolder()
const xmllint = ['/usr/bin/xmllint', '/usr/local/bin/xmllint'].find((path) => existsSync(path))
const everything = readFileSync(pathOf('everything-12.xml'), 'utf8')

/** Returns every issue that the content models find in a text, even an issue that a validation rule reports too. */
function listIssues(text: string): { readonly issues: readonly StructureIssue[]; readonly refuses: boolean } {
  const structure = new Structure()
  const found: StructureIssue[] = []
  const reader = createSaxReader({
    start: (name, attributes) => structure.start(name, attributes, reader.line, reader.column),
    text: (bytes, from, to, isBlank) => structure.text(bytes, from, to, isBlank),
    end: () => {
      structure.end()
      found.push(...structure.take())
    },
    malformed: ({ message }) => {
      throw new Error(message)
    },
  })
  reader.write(new TextEncoder().encode(text))
  reader.end()
  return { issues: found, refuses: found.length > 0 || structure.hasMisplacedVendorParts }
}

interface Case {
  readonly what: string
  readonly path: string
  readonly text: string
}

/** Yields a copy of the document for each kind of edit and each path; the edit changes the first element with this path. */
function* mutants(source: string): Generator<Case> {
  const paths = [...new Set([...collectElements(parseXml(source))].map(({ path }) => path))]
  for (const path of paths) {
    let root = parseXml(source)
    for (const [what, edit] of Object.entries(edits)) {
      const element = [...collectElements(root)].find((candidate) => candidate.path === path)?.element
      if (element === undefined || !edit(element)) continue
      const text = writeXml(root)
      root = parseXml(source)
      const rootIsRepeated = path === '/EPCISDocument' && text.split('</epcis:EPCISDocument').length > 2
      if (text.includes('EPCISDocument') && !rootIsRepeated) yield { what, path, text }
    }
  }
}

/** Map from the index of each file that xmllint rejects to xmllint's reason. */
function refusals(texts: readonly string[]): Map<number, string> {
  const folder = mkdtempSync(join(tmpdir(), 'epcis-xsd-'))
  const schema = join(corpus ?? '', 'xsd/epcis-1.2/EPCglobal-epcis-1_2.xsd')
  const refused = new Map<number, string>()
  try {
    const names = texts.map((_, index) => join(folder, `${index}.xml`))
    for (const [index, text] of texts.entries()) writeFileSync(names[index] ?? '', text)
    for (let from = 0; from < names.length; from += 500) {
      const { stderr } = spawnSync(xmllint ?? '', ['--noout', '--stream', '--schema', schema, ...names.slice(from, from + 500)], {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      })
      for (const [, index = '', reason = ''] of stderr.matchAll(/\/([0-9]+)\.xml:[0-9]+: (.*error : .*)/g)) {
        if (!refused.has(Number(index))) refused.set(Number(index), reason)
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  return refused
}

/** Returns the structure issues of an XML text; its outermost element may have any name. For malformed XML, returns no issues and sets `refuses`. */
function judged(text: string): ReturnType<typeof listIssues> {
  const { verdict } = validate(text)
  return verdict === 'malformed' ? { issues: [], refuses: true } : listIssues(text)
}

/** Whether the validator reports anything, as a finding or as a warning about the document. */
function isReported(text: string): boolean {
  const { findings, document } = validate(text)
  return findings.length > 0 || document.warnings.some(({ code }) => code === 'vendorParts')
}

/** Reads each collected document as a test case in which nothing was changed. */
function collected(): Case[] {
  const folder = join(corpus ?? '', 'epcis-xml')
  const names = readdirSync(folder).filter((name) => name.endsWith('.xml') && !/^(oe20|gs1-20)/.test(name))
  return names.map((name) => ({ what: 'nothing', path: `/${name}`, text: readFileSync(join(folder, name), 'utf8') }))
}

describe('the structure of documents', () => {
  test('causes no issues in a document with every element of the schema, nor in our own small document', () => {
    expect(listIssues(everything)).toEqual({ issues: [], refuses: false })
    expect(listIssues(smallDocument())).toEqual({ issues: [], refuses: false })
  })

  test.skipIf(corpus === null || xmllint === undefined)(
    'is validated as by the EPCIS 1.2 schema, except for the differences in xsd-differences.tsv',
    { timeout: 120_000 },
    () => {
      const cases = [...mutants(everything), ...collected()]
      expect(cases.length).toBeGreaterThan(2000)
      const refused = refusals(cases.map(({ text }) => text))
      const rows = readTable('xsd-differences.tsv').map(([side, what, where, reason]) => ({
        side,
        what,
        where: new RegExp(`^${where}$`),
        reason,
      }))
      const used = new Set<unknown>()
      const unexplained: string[] = []
      const silent: string[] = []
      for (const [index, { what, path, text }] of cases.entries()) {
        const reason = refused.get(index)
        const { issues, refuses } = path === '/EPCISDocument' || what === 'nothing' ? judged(text) : listIssues(text)
        if ((reason !== undefined) !== refuses) {
          const side = reason === undefined ? 'ours' : 'schema'
          const row = rows.find((candidate) => candidate.side === side && candidate.what === what && candidate.where.test(path))
          if (row === undefined) unexplained.push(`${side} refuses: ${what} ${path}: ${reason ?? issues[0]?.message}`)
          used.add(row)
        } else if (refuses && index % 5 === 0 && !isReported(text)) silent.push(`${what} ${path}`)
      }
      expect(unexplained).toEqual([])
      expect(silent).toEqual([])
      expect(rows.filter((row) => !used.has(row))).toEqual([])
    },
  )
})
