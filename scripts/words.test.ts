// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are sources that contain templates
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listGlossarySlips, listSlips, slipsIn } from './words.ts'

describe('the visible text', () => {
  test('is plain American English, and uses the singular if a variable count can be 1', () => {
    expect(listSlips(join(import.meta.dirname, '..'))).toEqual([])
  })

  test.each([
    ["const words = 'Your organisation is full'", 'organisation'],
    ['<p>We sent you an e-mail today</p>', 'e-mail'],
    ["title: 'The receipt was taken back'", 'taken back'],
    ['text: `${count} meds wait here`', 'meds'],
    ["title: 'These meds are on hold'", 'These meds'],
    ["label: 'Meds received'", 'Meds received'],
    ["const words = formatAmount(index.meds[line] ?? 0, 'med')", 'med'],
    ['{name} sent you an e-mail{end}', 'e-mail'],
    ['          Check your e-mail now.', 'e-mail'],
  ])('is checked for wording errors, each reported with its place: %s', (source, word) => {
    expect(slipsIn(source, 'x.tsx')).toEqual([{ place: 'x.tsx:1', word: expect.stringContaining(word) }])
  })

  test('is checked even if a text spans several lines, and an error is reported with the line on which it occurs', () => {
    expect(slipsIn('const help = `Usage\n  It uses colours there\n`', 'x.ts')).toEqual([
      { place: 'x.ts:2', word: expect.stringContaining('colours') },
    ])
  })

  test.each([
    "import { organise } from './organisation.ts'",
    '// the organisation of e-mail',
    '/* taken back */ const a = 1',
    "const key = 'receipt.takenBack'",
    '<Muted>This med has no attachments</Muted>',
    '<h2>Your Affected Meds</h2>',
    "text: `${countOf(count, 'med')} wait`",
    'text: `${count === 1 ? "1 med" : `${count} meds`} wait`',
  ])('has no wording error in %s', (source) => {
    expect(slipsIn(source, 'x.tsx')).toEqual([])
  })
})

test('No comment, test title or page of the docs uses a word that the glossary always replaces.', () => {
  expect(listGlossarySlips(join(import.meta.dirname, '..'))).toEqual([])
})
