import { describe, expect, test } from 'vitest'
import { addUp, type FileResult, failures, restingOnSkipped, slowest } from './reports.ts'

function file(name: string, seconds: number, tests: [title: string, status: string][], status = 'passed'): FileResult {
  const assertionResults = tests.map(([title, result]) => ({ fullName: title, title, status: result }))
  return { name, startTime: 0, endTime: seconds * 1000, status, assertionResults }
}

describe('the reports of a test run', () => {
  test('count a file that breaks before its first test as failed', () => {
    const reports = [
      {
        testResults: [
          file(
            'a',
            1,
            [
              ['one', 'passed'],
              ['two', 'failed'],
            ],
            'failed',
          ),
          file('b', 1, [], 'failed'),
        ],
      },
      {
        testResults: [
          file('c', 1, [
            ['three', 'skipped'],
            ['four', 'todo'],
          ]),
        ],
      },
    ]
    expect(addUp(reports)).toEqual({ passed: 1, failed: 2, skipped: 2 })
  })

  test('list each failed test, and each file that broke before its first test', () => {
    const broken = file('b', 1, [], 'failed')
    const red = { name: 'a', startTime: 0, endTime: 1, status: 'failed' }
    const assertionResults = [
      { fullName: 'a one', title: 'one', status: 'failed', failureMessages: ['expected 1 to be 2\n at x'] },
      { fullName: 'a two', title: 'two', status: 'passed' },
    ]
    expect(failures([{ testResults: [{ ...red, assertionResults }, broken, file('c', 1, [['three', 'passed']])] }])).toEqual([
      { name: 'a', test: 'a one', said: 'expected 1 to be 2\n at x' },
      { name: 'b', test: '', said: '' },
    ])
  })

  test('list the slowest files first', () => {
    expect(slowest([{ testResults: [file('quick', 1, []), file('slow', 9, [])] }, { testResults: [file('middle', 3, [])] }], 2)).toEqual([
      { name: 'slow', seconds: 9 },
      { name: 'middle', seconds: 3 },
    ])
  })

  test('report a requirement that is named only by a skipped test', () => {
    const reports = [
      {
        testResults: [
          file('a', 1, [
            ['[RECV-001] [RECV-002] told', 'skipped'],
            ['[RECV-002 SCAN-001] told too', 'passed'],
          ]),
        ],
      },
    ]
    expect(restingOnSkipped(reports)).toEqual(['RECV-001'])
    expect(restingOnSkipped([...reports, { testResults: [file('b', 1, [['[RECV-001] told again', 'failed']])] }])).toEqual([])
  })
})
