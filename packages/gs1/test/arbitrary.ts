import fc from 'fast-check'
import { set82 } from '../src/characters.ts'
import { type AiRule, aiRules, type Component, checkDigit, type Element, findAiRule } from '../src/index.ts'
import { checkPair } from '../src/linters/check.ts'
import { COUNTRY_LETTERS, COUNTRY_NUMBERS, CURRENCY_NUMBERS, PACKAGE_TYPES } from '../src/linters/code-lists.ts'

const characters = { N: '0123456789', X: set82, Y: '#-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', Z: 'ABCXYZabcxyz0189-_' }
const two = (from: number, to: number) => fc.integer({ min: from, max: to }).map((n) => String(n).padStart(2, '0'))
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(''))
const digits = (count: number) => text('0123456789', count, count)

/** Generators of valid values, keyed by linter of the GS1 dictionary. They serve the linters that random characters would hardly ever pass. */
const special: Readonly<Record<string, fc.Arbitrary<string>>> = {
  yymmd0: joined(two(0, 99), two(1, 12), two(0, 28)),
  yymmdd: joined(two(0, 99), two(1, 12), two(1, 28)),
  yyyymmdd: joined(two(19, 20), two(0, 99), two(1, 12), two(1, 28)),
  hhmi: joined(two(0, 23), two(0, 59)),
  hh: two(0, 23),
  mi: two(0, 59),
  ss: two(0, 59),
  iso3166: fc.constantFrom(...COUNTRY_NUMBERS),
  iso3166999: fc.constantFrom('999', ...COUNTRY_NUMBERS),
  iso3166alpha2: fc.constantFrom(...COUNTRY_LETTERS),
  iso4217: fc.constantFrom(...CURRENCY_NUMBERS),
  packagetype: fc.constantFrom(...PACKAGE_TYPES),
  iban: fc.constantFrom('DE89370400440532013000', 'GB82WEST12345698765432', 'NO9386011117947'),
  couponcode: fc.constantFrom('106141416543213500110000310123196000', '1061414165432131501101201211014092110256100126663101231'),
  couponposoffer: fc.constantFrom('01106141412345610123456', '106141411234560123456'),
  pieceoftotal: fc.constantFrom('0101', '0102', '0912', '9999'),
  posinseqslash: fc.constantFrom('1/1', '1/3', '9/9'),
  latitude: joined(fc.constant('0'), digits(9)),
  longitude: joined(fc.constantFrom('0', '1', '2'), digits(9)),
  mediatype: fc.constantFrom('01', '10', '80', '99'),
  importeridx: fc.constantFrom('A', 'z', '-', '_', '0'),
  winding: fc.constantFrom('0', '1', '9'),
  yesno: fc.constantFrom('0', '1'),
  iso5218: fc.constantFrom('0', '1', '2', '9'),
  hyphen: fc.constant('-'),
  zero: fc.constant('0'),
}

function text(from: string, min: number, max: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...from), { minLength: min, maxLength: max }).map((chars) => chars.join(''))
}

function component(part: Component): fc.Arbitrary<string> {
  const named = part.lint.map((name) => special[name]).find((arbitrary) => arbitrary !== undefined)
  const plain = named ?? text(characters[part.type], part.min, part.max)
  const right = part.lint.reduce((value, name) => value.map((chars) => mended(name, chars, part)), plain)
  return part.optional ? fc.option(right, { nil: '' }) : right
}

function mended(test: string, chars: string, part: Component): string {
  if (test === 'csum') return chars.slice(0, -1) + checkDigit(chars.slice(0, -1))
  if (test === 'csumalpha') return `1234A${chars.slice(0, 18)}${checkPair(`1234A${chars.slice(0, 18)}`)}`
  if (test === 'gcppos1' && part.type !== 'N' && !part.lint.includes('csumalpha')) return `1234${chars}`.slice(0, part.max)
  if (test === 'nonzero' || test === 'nozeroprefix') return `1${chars.slice(1)}`
  return test === 'pcenc' ? chars.replace(/%/g, '%25').slice(0, part.max).replace(/%2?$/, '') || 'A' : chars
}

function readData(rule: AiRule): fc.Arbitrary<string> {
  /** The data ends at the first empty optional component: the components after it are left out as well. */
  return fc.tuple(...rule.components.map(component)).map((parts) => {
    const gap = parts.indexOf('')
    return (gap < 0 ? parts : parts.slice(0, gap)).join('')
  })
}

/** One element with a value that its rules allow. */
export const anyElement: fc.Arbitrary<Element> = fc.constantFrom(...aiRules).chain(makeElement)

function makeElement(rule: AiRule): fc.Arbitrary<Element> {
  return readData(rule).map((value) => ({ ai: rule.ai, value }))
}

/**
 * Generates lists of elements in which every element has the companions that the dictionary requires. The dictionary may still forbid some of the
 * combinations.
 */
export const elementSet: fc.Arbitrary<Element[]> = fc
  .tuple(fc.array(fc.constantFrom(...aiRules), { minLength: 1, maxLength: 4 }), fc.nat(), fc.nat())
  .chain(([rules, choice, order]) => {
    const wanted = new Map<string, AiRule>()
    const add = (rule: AiRule | undefined): void => {
      if (rule === undefined || wanted.has(rule.ai)) return
      wanted.set(rule.ai, rule)
      for (const demand of rule.required)
        for (const pattern of demand[choice % demand.length] ?? []) add(findAiRule(pattern.replaceAll('n', '0')))
    }
    rules.forEach(add)
    const all = [...wanted.values()]
    const at = order % all.length
    return fc.tuple(...[...all.slice(at), ...all.slice(0, at)].map(makeElement))
  })
