import { EVENT_FORMATS, type EventFormat, type EventQuery, eventQuery } from '@seriatim/schema'
import type { FastifyRequest } from 'fastify'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { readHeader } from './epcis-headers.ts'

const PAGING = ['perPage', 'nextPageToken'] as const
/** Parameters of GS1's query language that have a single text or number as value; all others are lists, separated by `|`. */
const SINGLE: ReadonlySet<string> = new Set([
  'GE_eventTime',
  'LT_eventTime',
  'GE_recordTime',
  'LT_recordTime',
  'orderBy',
  'orderDirection',
  'eventCountLimit',
  'maxEventCount',
  ...PAGING,
])
const NUMBERS: ReadonlySet<string> = new Set(['perPage', 'eventCountLimit', 'maxEventCount'])
/** Maximum page size. A caller that asks for more gets pages of this size, which the standard allows. */
const MOST_PER_PAGE = 1000

/**
 * The parameters of a URL by name; numbers as numbers, lists as arrays.
 *
 * @throws AppError parameter_unknown, because ignoring an unknown filter would answer a different question.
 */
function readParameters({ query }: FastifyRequest, known: ReadonlySet<string>): Map<string, string | number | string[]> {
  const found = new Map<string, string | number | string[]>()
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    // Fastify declares a query without a schema as `unknown`, so every name and value is checked here
    if (!known.has(name))
      throw new AppError(coreErrors.parameter_unknown, { detail: `The parameter "${name.slice(0, 100)}" is not supported.` })
    if (typeof value !== 'string')
      throw new AppError(coreErrors.parameter_bad, { detail: `The parameter "${name}" occurs more than once. Separate its values with |.` })
    if (!SINGLE.has(name)) found.set(name, value.split('|'))
    else if (!NUMBERS.has(name)) found.set(name, value)
    else if (/^[1-9]\d{0,8}$/.test(value)) found.set(name, Number(value))
    else throw new AppError(coreErrors.parameter_bad, { detail: `The parameter "${name}" must be a whole number, 1 or greater.` })
  }
  return found
}

/** Converts the EPCIS paging parameters `perPage` and `nextPageToken` to `limit` and `cursor`, as our procedures call them. */
const toPaging = (found: ReadonlyMap<string, unknown>) => {
  const perPage = found.get('perPage')
  return {
    ...(typeof perPage === 'number' && { limit: Math.min(perPage, MOST_PER_PAGE) }),
    ...(found.has('nextPageToken') && { cursor: found.get('nextPageToken') }),
  }
}

/**
 * Reads the paging parameters of a call. Any other parameter is an error.
 * @throws AppError parameter_unknown, parameter_bad.
 */
export const readPaging = (request: FastifyRequest, names: readonly (typeof PAGING)[number][]) =>
  toPaging(readParameters(request, new Set(names)))

/** Names of the parameters that a query of events accepts. */
const QUERY_NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(eventQuery.shape).filter((name) => !['format', 'limit', 'cursor'].includes(name)),
  ...PAGING,
])

/** Reads a query for events from the URL and the headers. @param given filters from the path. @throws AppError parameter_unknown, parameter_bad. */
export function readEventQuery(request: FastifyRequest, given: Partial<EventQuery>, names: Iterable<string> = QUERY_NAMES) {
  const found = readParameters(request, new Set([...names].filter((name) => !Object.hasOwn(given, name))))
  const filters = Object.fromEntries([...found].filter(([name]) => !PAGING.some((one) => one === name)))
  return { ...filters, ...given, ...toPaging(found), format: readFormat(request) }
}

/** The format of EPCs in the answer: Digital Links by default, as the standard requires. */
function readFormat(request: FastifyRequest): EventFormat {
  const sent = readHeader(request, 'GS1-EPC-Format') ?? 'Always_GS1_Digital_Link'
  if (!Object.hasOwn(EVENT_FORMATS, sent))
    throw new AppError(coreErrors.parameter_bad, { detail: `GS1-EPC-Format must be one of ${Object.keys(EVENT_FORMATS).join(', ')}.` })
  return EVENT_FORMATS[sent as keyof typeof EVENT_FORMATS] // the line above refuses any other format
}
