import { describe, expect, test } from 'vitest'
import { readOptions } from './options.ts'

const read = (line: string) => readOptions(line.split(' ').filter(Boolean))

describe('the options of the retention command', () => {
  test('select only a report by default, so nothing is deleted', () => {
    expect(read('')).toEqual({ kind: 'plan', customer: undefined, years: 6 })
    expect(read('--customer 3 --years 10')).toEqual({ kind: 'plan', customer: 3, years: 10 })
    expect(read('--customer 3 --export out')).toEqual({ kind: 'export', customer: 3, years: 6, folder: 'out' })
    expect(read('--remove out/x.zip')).toEqual({ kind: 'remove', file: 'out/x.zip' })
    expect(readOptions(['--customer', '3', '--keep', '7', '8,9', '--reason', 'Smith v. us'])).toEqual({
      kind: 'keep',
      customer: 3,
      which: [7, 8, 9],
      reason: 'Smith v. us',
    })
    expect(read('--customer 3 --let-go all --reason audit')).toEqual({ kind: 'letGo', customer: 3, which: 'all', reason: 'audit' })
  })

  test.each([
    ['--years 5', 'records must be kept for 6 years or longer'],
    ['--years six', '--years takes a number, not "six"'],
    ['--customer park', '--customer takes a number, not "park"'],
    ['--export out', 'Name the customer with --customer N'],
    ['--customer 3 --export out --remove x.zip', 'Use only one of --export, --remove'],
    ['--remove x.zip --customer 3', 'which contains the customer and the years'],
    ['--customer 3 --keep 7', 'Use --reason'],
    ['--customer 3 --let-go 7', 'to name the reason that ends'],
    ['--customer 3 --keep 7 --reason Smith;FDA', 'A reason must not contain ";"'],
    ['--customer 3 --keep all 7 --reason x', 'Give either "all" or order numbers'],
    ['--customer 3 --reason x', 'may only be used with --keep'],
    ['everything', 'everything is not a known argument'],
    ['--purge', 'Unknown option'],
    ['--help', 'npm run retention -- --remove FILE'],
  ])('are refused with a message: %s', (line, words) => {
    expect(() => read(line)).toThrow(words)
  })
})
