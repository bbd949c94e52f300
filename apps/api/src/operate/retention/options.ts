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

const USAGE = `Exports orders that are old enough, and removes what was exported. The server may go on working. Says what it would do unless told more.

  npm run retention                                        what of every customer is old enough, what stays and why; changes nothing
  npm run retention -- --customer N                        the same of one customer
  npm run retention -- --customer N --export FOLDER        writes what may go into one zip file in FOLDER and reads it back; removes nothing
  npm run retention -- --remove FILE                       removes what stands in FILE, after it was verified; may be ended and begun again

  npm run retention -- --customer N --keep ORDER … --reason "…"     keeps orders whatever their age (a lawsuit, an investigation); --keep all: everything
  npm run retention -- --customer N --let-go ORDER … --reason "…"   ends that reason; others go on; --let-go all

  --years Y    how long records are kept: ${LEAST_YEARS} (the law's least) or more

Set DATABASE_URL, DATA_DIR or the S3 variables as the server has them.`

const fail = (sentence: string) => new RetentionFailure(`${sentence} npm run retention -- --help tells the options.`)

/** @throws RetentionFailure with the error, or with the help text if requested. */
export function readOptions(args: string[]): RetentionOptions {
  const { values, positionals } = parse(args)
  if (values.help) throw new RetentionFailure(USAGE)
  const { remove, export: folder, keep, 'let-go': letGo } = values
  const asked = [remove, folder, keep, letGo].filter((value) => value !== undefined)
  if (asked.length > 1) throw fail('Only one of --export, --remove, --keep and --let-go at a time.')
  if (positionals.length && !keep && !letGo) throw fail(`${positionals[0]} is nothing that this command knows.`)
  if (values.reason !== undefined && !keep && !letGo) throw fail('--reason says why something is kept: it goes with --keep and --let-go.')
  const years = readYears(values.years)
  if (remove !== undefined) {
    if (values.customer !== undefined || values.years !== undefined)
      throw fail('--remove takes the file alone: the customer and the years stand in it.')
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
          ? 'Give the reason to keep it with --reason "…".'
          : 'Name the reason that ends with --reason "…", exactly as it was given with --keep.',
      )
    if (reason.includes(REASON_MARK)) throw fail(`A reason has no "${REASON_MARK}", which separates several reasons. Give one at a time.`)
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
  if (years < LEAST_YEARS) throw fail(`--years ${years} is less than the law asks for: records are kept ${LEAST_YEARS} years or longer.`)
  if (years > 100) throw fail('--years takes 100 at most.')
  return years
}

function readNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw fail(`${option} takes a number, not "${text}".`)
  return Number(text)
}

function readWhich(words: readonly string[]): Which {
  if (words.includes('all')) {
    if (words.length > 1) throw fail('Give either all or the numbers of orders.')
    return 'all'
  }
  return [...new Set(words.flatMap((word) => word.split(',')).map((word) => readNumber('An order', word)))]
}
