import { describe, expect, test } from 'vitest'
import type { RanTest } from './test/proof.ts'
import { listProven, readWritten } from './trace-claims.ts'
import { type Claim, listRequirements, type MatrixFacts, makeCells, makeMatrix } from './trace-matrix.ts'
import { report } from './trace-words.ts'

const titled = (call: string, ids: string, words = 'words') => `${call}('[${ids}] ${words}', () => call())\n`

const requirements = listRequirements(
  [
    'id\tarea\tkind\trequirement\tsource',
    'RECV-001\tRECV\trule\tA med is received.\tP1 §2',
    'RECV-002\tRECV\trule\tA case is received.\tP1 §2',
    'BILL-001\tBILL\trule\tA price is shown.\tP2 §2',
    'REST-001\tREST\tcall\tReceiving over REST.\tP1 §7',
    'REST-002\tREST\tcall\tPaying over REST.\tP2 §7',
  ].join('\n'),
  makeCells('# builders\nREST-001\tREST-001\tRECV\nREST-002\tREST-002\tBILL\n'),
)
const claim = (...ids: string[]): Claim => ({ ids, place: 'a.test.ts:1' })
const facts = (more: Partial<MatrixFacts> = {}): MatrixFacts => ({
  requirements,
  claims: [claim('RECV-001', 'RECV-002'), claim('RECV-001', 'REST-001')],
  deferred: [],
  done: ['RECV'],
  ...more,
})

describe('the trace reports as an error', () => {
  test('nothing if every requirement in a completed area has a test', () => {
    expect(makeMatrix(facts()).faults).toEqual([])
  })

  test('an id that is both deferred and claimed', () => {
    const deferred = [{ id: 'RECV-002', why: 'the next issue' }]
    expect(makeMatrix(facts({ deferred })).faults).toEqual(['RECV-002 is deferred, and a.test.ts:1 claims it: one of them is wrong.'])
  })

  test('an unknown id in a title or among the deferred ids, and an unknown area among the completed areas', () => {
    const planted = facts({
      claims: [...facts().claims, claim('RECV-099')],
      deferred: [{ id: 'BILL-099', why: 'later' }],
      done: ['RECV', 'NOWHERE'],
    })
    expect(makeMatrix(planted).faults).toEqual([
      'a.test.ts:1 names RECV-099, which does not exist.',
      'docs/deferred.tsv names BILL-099, which does not exist.',
      'docs/done.tsv names the area NOWHERE, which does not exist.',
    ])
  })

  test('more than six ids on one test', () => {
    const six = ['RECV-001', 'RECV-002', 'BILL-001', 'REST-001', 'REST-002', 'RECV-001']
    expect(makeMatrix(facts({ claims: [claim(...six)] })).faults).toEqual([])
    expect(makeMatrix(facts({ claims: [claim(...six, 'RECV-002')] })).faults).toEqual(['a.test.ts:1 names 7 ids; a test proves at most 6.'])
  })

  test('a requirement without a test if its area is completed, or the area of its REST call is, but not if the area is still open', () => {
    const claims = [claim('RECV-001')]
    const missing = ['RECV-002 has no test: A case is received.', 'REST-001 has no test: Receiving over REST.']
    expect(makeMatrix(facts({ claims })).faults).toEqual(missing)
    expect(makeMatrix(facts({ claims, done: [] })).faults).toEqual([])
    expect(makeMatrix(facts({ claims, deferred: [{ id: 'RECV-002', why: 'later' }] })).faults).toEqual(missing.slice(1))
  })

  test('a gap in the part or area that was requested, even if that area is not listed as done', () => {
    expect(makeMatrix(facts(), { part: '2' }).faults).toEqual([
      'BILL-001 has no test: A price is shown.',
      'REST-002 has no test: Paying over REST.',
    ])
    expect(makeMatrix(facts(), { area: 'BILL' }).faults).toHaveLength(1)
    expect(makeMatrix(facts(), { part: '1' }).faults).toEqual([])
  })

  test('a test with requirement ids and no body', () => {
    expect(makeMatrix(facts({ empty: ['b.test.ts:7'] })).faults).toEqual([
      'b.test.ts:7 names requirements and calls nothing: a test without a body proves nothing.',
    ])
  })

  test('a deferred id without a reason', () => {
    expect(makeMatrix(facts({ deferred: [{ id: 'BILL-001', why: '' }] })).faults).toEqual([
      'docs/deferred.tsv does not say what BILL-001 waits for.',
    ])
  })
})

const titlesOf = (text: string) => readWritten('x.ts', text).claims

describe('the titles of a test file', () => {
  test('are read with their ids and lines, even if they have several brackets, come from rows of each(), or begin on a new line', () => {
    const text = `${titled('test', 'RECV-001 RECV-002')}${titled('it', 'RECV-003] [RECV-004')}${titled('test.each([1])', 'BILL-001')}test(\n  ${titled('', 'DEMO-001').slice(1)}
test.each([['[SET-001] a row', 1]])('%s', () => call())`
    expect(titlesOf(text)).toEqual([
      { ids: ['RECV-001', 'RECV-002'], place: 'x.ts:1' },
      { ids: ['RECV-003', 'RECV-004'], place: 'x.ts:2' },
      { ids: ['BILL-001'], place: 'x.ts:3' },
      { ids: ['DEMO-001'], place: 'x.ts:4' },
      { ids: ['SET-001'], place: 'x.ts:7' },
    ])
  })

  test('cover no requirement if their test is skipped, may be skipped, is expected to fail, or is still to do', () => {
    const calls = [
      'test.skip',
      'test.todo',
      'it.skipIf(!existsSync(folder))',
      'test.runIf(process.env.X)',
      'test.fails',
      'test.skip.each([1])',
    ]
    const text = calls.map((call) => titled(call, 'RECV-001')).join('')
    expect(titlesOf(text)).toEqual([])
    expect(titlesOf(`describe.skip('x', () => { ${titled('test', 'RECV-001')} })\n${titled('test', 'RECV-002')}`)).toMatchObject([
      { ids: ['RECV-002'] },
    ])
    expect(titlesOf("test('[RECV-001] x', { fails: true }, () => call())")).toEqual([])
  })

  test('are not read from comments or other strings', () => {
    const test = titled('test', 'RECV-001').trim()
    expect(titlesOf(`// ${test}\n/* ${test} */\nconst text = '[RECV-001] words'\ncall('[RECV-001] words', 1)`)).toEqual([])
  })

  test('are reported if the body of their test calls nothing', () => {
    const bodies = ['{}', '{ /* later */ }', '{ const one = 1 }', 'undefined']
    const text = bodies.map((body) => `test('[RECV-001] words', async () => ${body})`).join('\n')
    expect(titlesOf(text)).toEqual([])
    expect(readWritten('x.ts', text).empty.map(({ place }) => place)).toEqual(['x.ts:1', 'x.ts:2', 'x.ts:3', 'x.ts:4'])
  })

  test('claim only the requirement ids with which they begin', () => {
    expect(titlesOf("test('a med, see [RECV-001]', () => call())")).toEqual([])
  })

  test('claim ids from the rows of each() only if the titles begin with the row’s value, or with other ids followed by that value', () => {
    const row = (title: string) => titlesOf(`test.each([['[SET-001] a row', 1]])('${title}', () => call())`).map(({ ids }) => ids)
    expect(row('%s is refused')).toEqual([['SET-001']])
    expect(row('[SET-010] %s is refused')).toEqual([['SET-010'], ['SET-001']])
    expect(row('refuses %s')).toEqual([])
    expect(row('[SET-010] refuses %s')).toEqual([['SET-010']])
    const beside = "test.each([['a row']])('%s', () => call())\ntest.each([['[SET-001] a row']])('refuses %s', () => call())"
    expect(titlesOf(beside)).toEqual([])
  })

  test('get their rows from a constant only if their own each() uses that constant', () => {
    const constants = "const A = [['[SET-001] a row']]\nconst B = [['[SET-002] a row']]\n"
    const calls = "test.each(A)('refuses %s', () => call())\ntest.each(B.slice(1))('%s', () => call())"
    expect(titlesOf(constants + calls)).toEqual([{ ids: ['SET-002'], place: 'x.ts:2' }])
  })
})

describe('the proof of a run', () => {
  const ran = (title: string, more: Partial<RanTest> = {}): RanTest => ({
    file: 'x.ts',
    line: 3,
    title,
    hasPassed: true,
    isTurned: false,
    ...more,
  })

  test('includes every passed test with an id, and counts all rows of one test as one', () => {
    const tests = [ran('[RECV-001] one'), ran('[RECV-001] two'), ran('[RECV-002 BILL-001] three', { line: 9 }), ran('words')]
    expect(listProven(tests, [])).toEqual([
      { ids: ['RECV-001'], place: 'x.ts:3' },
      { ids: ['RECV-002', 'BILL-001'], place: 'x.ts:9' },
    ])
  })

  test('excludes a test that failed, was skipped, was expected to fail, or calls nothing', () => {
    const hollow = { file: 'x.ts', title: '[RECV-001] empty', place: 'x.ts:3' }
    const tests = [ran('[RECV-001] red', { hasPassed: false }), ran('[RECV-001] turned', { isTurned: true }), ran(hollow.title)]
    expect(listProven(tests, [hollow])).toEqual([])
  })

  test('takes precedence over the ids in test titles; a requirement without a passed test is reported with the position of its tests', () => {
    const matrix = makeMatrix(facts({ proven: [claim('RECV-001', 'REST-001')] }))
    expect(matrix.faults).toEqual(['RECV-002 has no test that passed (a.test.ts:1): A case is received.'])
    expect(report(matrix, true)).toContain('2 of 5 requirements have a test that passed')
  })

  test('causes an error if a passed test claims an id that does not exist, even if the trace finds that test in no file', () => {
    expect(makeMatrix(facts({ proven: [...facts().claims, claim('RECV-098')] })).faults).toEqual([
      'a.test.ts:1 names RECV-098, which does not exist.',
    ])
  })
})

describe('the report of the trace', () => {
  test('shows the whole matrix if no option is given: tests, deferred requirements with reasons, and requirements without a test', () => {
    const text = report(makeMatrix(facts({ deferred: [{ id: 'BILL-001', why: 'the issue with subscriptions' }] })), false)
    expect(text.split('\n').slice(0, 5)).toEqual([
      'RECV-001\t2\ta.test.ts:1 a.test.ts:1',
      'RECV-002\t1\ta.test.ts:1',
      'BILL-001\tdeferred\tthe issue with subscriptions',
      'REST-001\t1\ta.test.ts:1',
      'REST-002\tGAP\tPaying over REST.',
    ])
    expect(text).toContain('Named by one test only (2):\n  RECV-002 REST-001\n')
    expect(text).toContain(
      '3 of 5 requirements have a test (part 1: 3 of 3, part 2: 0 of 2), 2 of them one only; 1 are deferred, 1 have none.',
    )
  })

  test('counts the done, waiting and missing requirements of each area, and assigns a REST requirement to the area whose calls it describes', () => {
    const deferred = [{ id: 'RECV-002', why: 'later' }]
    const text = report(makeMatrix(facts({ claims: [claim('RECV-001'), claim('REST-001')], deferred })), false)
    expect(text).toMatch(/^RECV +2 +1 +1 +1 +0 +done but 1$/m)
    expect(text).toMatch(/^BILL +1 +0 +0 +0 +1 +not begun$/m)
    expect(text).toMatch(/^REST, RECV +1 +1 +1 +0 +0 +done$/m)
    expect(text).toMatch(/^REST, BILL +1 +0 +0 +0 +1 +not begun$/m)
  })

  test('shows only the total and the errors with --quiet', () => {
    expect(report(makeMatrix(facts({ claims: [] })), true).split('\n')).toEqual([
      '0 of 5 requirements have a test (part 1: 0 of 3, part 2: 0 of 2), 0 of them one only; 0 are deferred, 5 have none.',
      '',
      'Nothing of this is proven: no test run is on record, so titles were counted. `npm test` records one.',
      '',
      'Wrong:',
      '  RECV-001 has no test: A med is received.',
      '  RECV-002 has no test: A case is received.',
      '  REST-001 has no test: Receiving over REST.',
      '',
    ])
  })
})
