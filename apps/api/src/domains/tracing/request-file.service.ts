import { MOST_TRACING_ITEMS, type TraceFile, type TracingFileRead, type TracingItem, traceFile, tracingItem } from '@seriatim/schema'
import { readWrittenDay } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import { readCsv } from '../../core/text/csv.ts'
import { storable } from '../../core/text/storable.ts'
import { readItem } from './items.ts'
import { tracingErrors } from './tracing.facts.ts'

/** For each field of an item, a pattern for the column headings that people commonly use. */
const HEADINGS: Record<keyof TracingItem, RegExp> = {
  serialNumber: /^(serial( ?(number|no\.?|#))?|sn|s\/n)$/i,
  lotNumber: /^(lot( ?(number|no\.?|#))?|batch( ?(number|no\.?))?)$/i,
  gtin: /^gtin(-?14)?$/i,
  ndc: /^ndc(-?11)?( ?(number|no\.?))?$/i,
  expirationDate: /^(exp(iry|ires|iration)?( ?date)?)$/i,
  from: /^(from|received from|period from|first day)$/i,
  to: /^(to|until|received until|period to|last day)$/i,
}
const FIELDS = Object.keys(HEADINGS) as (keyof TracingItem)[] // Object.keys() returns string[]
const DAYS: readonly (keyof TracingItem)[] = ['expirationDate', 'from', 'to']
const NAMED = 100

/**
 * Reads a request from `seriatim.trace.v1`, or from a table with column headings and one line for each item.
 *
 * @throws AppError tracing_file_invalid, tracing_file_long.
 */
export async function readRequestFile({ text }: { text: string }, year: number): Promise<TracingFileRead> {
  const plain = storable(text)
    .replace(/^\uFEFF/, '')
    .trimStart()
  return plain.startsWith('{') ? readTraceJson(plain) : readTable(plain, year)
}

function readTraceJson(text: string): TracingFileRead {
  const parsed = traceFile.safeParse(parseJson(text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new AppError(tracingErrors.tracing_file_invalid, {
      detail: `This JSON is not in the format seriatim.trace.v1: ${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'not readable'}.`,
    })
  }
  const { items, ...request } = parsed.data.request
  // Counts the serial numbers before splitting the items, because a small file can list a million of them.
  if (items.reduce((sum, { serialNumbers }) => sum + (serialNumbers?.length || 1), 0) > MOST_TRACING_ITEMS)
    throw new AppError(tracingErrors.tracing_file_long)
  return { request, ...keepReadable(items.flatMap((item) => [...expand(item)]).map((item, at) => ({ line: at + 1, item }))) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part))
  } catch {
    return undefined
  }
}

/** Splits an item that lists several serial numbers into one item for each. */
function* expand({ serialNumbers = [], ...item }: TraceFile['request']['items'][number]): Generator<unknown> {
  if (!serialNumbers.length) yield item
  for (const serialNumber of serialNumbers) yield { ...item, serialNumber }
}

async function readTable(text: string, year: number): Promise<TracingFileRead> {
  const [head = [], ...rows] = await readCsv(text, MOST_TRACING_ITEMS + 2).catch(() => [])
  const columns = FIELDS.map((field) => [field, head.findIndex((name) => HEADINGS[field].test(name.trim()))] as const).filter(
    ([, at]) => at >= 0,
  )
  if (!columns.some(([field]) => field === 'serialNumber' || field === 'lotNumber' || field === 'gtin' || field === 'ndc'))
    throw new AppError(tracingErrors.tracing_file_invalid)
  const lines = rows
    .map((row, at) => ({ line: at + 2, row }))
    .filter(({ row }) => row.some((cell) => cell !== ''))
    .map(({ line, row }) => ({
      line,
      item: Object.fromEntries(columns.map(([field, at]) => [field, readCell(field, row[at] ?? '', year)])),
    }))
  return { request: null, ...keepReadable(lines) }
}

const readCell = (field: keyof TracingItem, cell: string, year: number) =>
  DAYS.includes(field) ? (readWrittenDay(cell, year) ?? cell) : cell

/**
 * Divides the lines of a file into items that can be searched and lines that are refused with a reason.
 * @throws AppError tracing_file_long if there are too many lines, tracing_file_invalid if no line can be searched.
 */
function keepReadable(lines: readonly { line: number; item: unknown }[]): Omit<TracingFileRead, 'request'> {
  if (lines.length > MOST_TRACING_ITEMS) throw new AppError(tracingErrors.tracing_file_long)
  const items: TracingItem[] = []
  const named: TracingFileRead['named'] = []
  let refused = 0
  for (const { line, item } of lines) {
    const parsed = tracingItem.safeParse(item)
    const why = parsed.success ? whyUnreadable(parsed.data) : (parsed.error.issues[0]?.message ?? 'This line could not be read.')
    if (parsed.success && why === undefined) items.push(parsed.data)
    else {
      refused += 1
      if (named.length < NAMED) named.push({ line, why: why ?? '' })
    }
  }
  if (!items.length)
    throw new AppError(
      tracingErrors.tracing_file_invalid,
      named[0] ? { detail: `No line can be looked up. Line ${named[0].line}: ${named[0].why}` } : {},
    )
  return { items, refused, named }
}

function whyUnreadable(item: TracingItem): string | undefined {
  const read = readItem(item)
  return 'why' in read ? read.why : undefined
}
