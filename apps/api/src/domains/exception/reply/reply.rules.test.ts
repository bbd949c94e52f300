import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stripQuote } from './reply.rules.ts'

const cases: [what: string, mail: string, text: string, isWhole: boolean][] = [
  ['an answer above its quote', 'Lot A.\n\nOn Monday you wrote:\n> Which lot?\n>> Hi', 'Lot A.', true],
  [
    'the same answer with the line above the quote split in two',
    'Lot A.\n\nOn Mon, Nov 16, 2026 Exceptions <a@b.tst>\nwrote:\n> Which?',
    'Lot A.',
    true,
  ],
  [
    'a sentence that begins like the line above a quote',
    'On reflection lot A.\nThe label wrote:\n> B',
    'On reflection lot A.\nThe label wrote:',
    true,
  ],
  ['a short answer above a quote', 'OK\n\n> Which lot?', 'OK', true],
  ['no quote', 'Lot A.\r\nLot B.', 'Lot A.\nLot B.', true],
  ['answers between quotes', '> Which lot?\nLot A.\n> Which day?\nMonday.', '> Which lot?\nLot A.\n> Which day?\nMonday.', true],
  ['an answer below its quote', 'On Monday you wrote:\n> Which lot?\n\nLot A.', 'On Monday you wrote:\n> Which lot?\n\nLot A.', true],
  [
    'an answer below an opening sentence and a quote',
    'See below.\n\nOn Monday you wrote:\n> Lot?\nA',
    'See below.\n\nOn Monday you wrote:\n> Lot?\nA',
    true,
  ],
  ['a bare quote', '> Lot A.', '> Lot A.', true],
  ['a forwarded email', 'FYI\n\nFrom: Ed <ed@b.tst>\nLot A is right.', 'FYI\n\nFrom: Ed <ed@b.tst>\nLot A is right.', true],
  [
    'a forwarded email with a long introduction',
    'Please find below what our warehouse in Dayton told us about it.\n---------- Forwarded message ---------\nFrom: Ed <ed@b.tst>\nLot A.',
    'Please find below what our warehouse in Dayton told us about it.\n---------- Forwarded message ---------\nFrom: Ed <ed@b.tst>\nLot A.',
    true,
  ],
  [
    'an answer above an unmarked quote',
    'The lots are A and B, and both expire in May 2027.\n\nFrom: Pharmacy <a@b.tst>\nSent: Monday\nWhich lots?',
    'The lots are A and B, and both expire in May 2027.',
    false,
  ],
]

test.each(cases)('a reply keeps the text of %s', (_, mail, text, isWhole) => {
  expect(stripQuote(mail)).toEqual({ text, isWhole })
})

test('the text kept from an email lacks only quoted text at its end; if any other text is left out, the whole email is kept as well', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '> a',
      '>',
      '',
      'On Monday you wrote:',
      'From: a@b.tst',
      'wrote:',
      '-- Original Message --',
      'Begin forwarded message:',
    ),
    fc.string({ maxLength: 60 }),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const mail = lines.join('\n')
      const { text, isWhole } = stripQuote(mail)
      if (mail.trim() !== '') expect(text).not.toBe('')
      const clean = mail.replaceAll('\r\n', '\n').trim()
      expect(clean.startsWith(text)).toBe(true)
      const rest = clean
        .slice(text.length)
        .split('\n')
        .map((one) => one.trim())
      const lost = rest.filter((one) => one !== '' && !one.startsWith('>') && !/^On .{5,}|wrote:$/.test(one))
      if (isWhole) expect(lost).toEqual([])
    }),
  )
})
