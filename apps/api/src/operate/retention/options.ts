import { parseArgs } from 'node:util'
import type { Which } from './keep.service.ts'
import { LEAST_YEARS, REASON_MARK } from './retention.rules.ts'
import { RetentionFailure } from './retention-failure.ts'

export type RetentionOptions =
  | { kind: 'plan'; customer: number | undefined; years: number }
  | { kind: 'export'; customer: number; years: number; folder: string }
  | { kind: 'remove'; file: string }
  | ({ kind: 'keep' } & Reasoned)
  | ({ kind: 'letGo' } & Reasoned)

interface Reasoned {
  customer: number
  which: Which
  reason: string
}

const USAGE = `Exports orders that are old enough, and removes exported orders. The server can keep running. Without other options it only reports.

  npm run retention                                        lists, for every customer, what may go, what stays and why; changes nothing
  npm run retention -- --customer N                        does the same for one customer
  npm run retention -- --customer N --export FOLDER        writes what may go to a zip file in FOLDER and verifies it; removes nothing
  npm run retention -- --remove FILE                       verifies FILE and removes the orders in it; can be interrupted and run again

  npm run retention -- --customer N --keep ORDER … --reason "…"     keeps orders regardless of age (for a lawsuit or an investigation); --keep all keeps everything
  npm run retention -- --customer N --let-go ORDER … --reason "…"   withdraws that reason; any other reasons stay in force; also --let-go all

  --years Y    how long records are kept: ${LEAST_YEARS} (the legal minimum) or more

Set DATABASE_URL, DATA_DIR or the S3 variables to the server's values.`

const fail = (sentence: string) => new RetentionFailure(`${sentence} See npm run retention -- --help.`)

/** @throws RetentionFailure with the error, or with the help text if requested. */
export function readOptions(args: string[]): RetentionOptions {
  const { values, positionals } = parse(args)
  if (values.help) throw new RetentionFailure(USAGE)
  const { remove, export: folder, keep, 'let-go': letGo } = values
  const asked = [remove, folder, keep, letGo].filter((value) => value !== undefined)
  if (asked.length > 1) throw fail('Use only one of --export, --remove, --keep and --let-go at a time.')
  if (positionals.length && !keep && !letGo) throw fail(`${positionals[0]} is not a known argument.`)
  if (values.reason !== undefined && !keep && !letGo) throw fail('--reason may only be used with --keep and --let-go.')
  const years = readYears(values.years)
  if (remove !== undefined) {
    if (values.customer !== undefined || values.years !== undefined)
      throw fail('--remove takes only the file, which contains the customer and the years.')
    if (!remove) throw fail('--remove needs the zip file that --export wrote.')
    return { kind: 'remove', file: remove }
  }
  const customer = values.customer === undefined ? undefined : readNumber('--customer', values.customer)
  if (customer === undefined) {
    if (asked.length) throw fail('Name the customer with --customer N.')
    return { kind: 'plan', customer, years }
  }
  if (folder !== undefined) {
    if (!folder) throw fail('--export needs the folder to write to.')
    return { kind: 'export', customer, years, folder }
  }
  const which = keep ?? letGo
  if (which) {
    const kind = keep ? 'keep' : 'letGo'
    const reason = values.reason?.trim()
    if (!reason)
      throw fail(
        keep
          ? 'Use --reason "…" to say why it must be kept.'
          : 'Use --reason "…" to name the reason that ends, exactly as it was given with --keep.',
      )
    if (reason.includes(REASON_MARK))
      throw fail(`A reason must not contain "${REASON_MARK}", which separates reasons. Give one reason at a time.`)
    return { kind, customer, which: readWhich([...which, ...positionals]), reason }
  }
  return { kind: 'plan', customer, years }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        customer: { type: 'string' },
        years: { type: 'string' },
        export: { type: 'string' },
        remove: { type: 'string' },
        keep: { type: 'string', multiple: true },
        'let-go': { type: 'string', multiple: true },
        reason: { type: 'string' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    })
  } catch (error) {
    throw fail(`${error instanceof Error ? error.message.split('. ')[0] : String(error)}.`)
  }
}

function readYears(text: string | undefined): number {
  if (text === undefined) return LEAST_YEARS
  const years = readNumber('--years', text)
  if (years < LEAST_YEARS)
    throw fail(`--years ${years} is less than the law requires: records must be kept for ${LEAST_YEARS} years or longer.`)
  if (years > 100) throw fail('--years must be 100 or less.')
  return years
}

function readNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw fail(`${option} takes a number, not "${text}".`)
  return Number(text)
}

function readWhich(words: readonly string[]): Which {
  if (words.includes('all')) {
    if (words.length > 1) throw fail('Give either "all" or order numbers.')
    return 'all'
  }
  return [...new Set(words.flatMap((word) => word.split(',')).map((word) => readNumber('An order', word)))]
}
