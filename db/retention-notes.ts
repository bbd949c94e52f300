import type { Client } from 'pg'
import { listReferences } from './references.ts'

const PREFIX = 'retention: '

export interface RetentionNote {
  table: string
  /** Columns of the primary key without the customer column. */
  key: string[]
  /** The table's comment, without the prefix `retention: `. */
  note: string
}

/**
 * Tells retention which rows of a table belong to an order: those whose column `own` equals `column` in a row of the table `parent` that belongs to
 * the order.
 */
export interface RetentionWay {
  parent: string
  column: string
  own: string
}

export interface ParsedNote {
  ways: RetentionWay[]
  /** Names of the columns that contain the hash, size and filename of a stored file; undefined if the table's rows refer to no file. */
  file: { sha256: string; size: string; filename: string } | undefined
  isShared: boolean
}

export const STAYS = 'stays, '
const WITH = 'with '

/**
 * Parses a note as migration 0036 writes it. Returns undefined for a table whose rows are kept forever. @throws Error if the note is written in
 * another way.
 */
export function parseRetentionNote({ table, note }: Pick<RetentionNote, 'table' | 'note'>): ParsedNote | undefined {
  if (note.startsWith(STAYS)) return undefined
  const [first = '', ...rest] = note.split('; ')
  const ways = first
    .slice(WITH.length)
    .split(' or ')
    .map((way) => {
      const [from = '', own = ''] = way.split(' = ')
      const [parent = '', column = ''] = from.split('.')
      return { parent, column, own }
    })
  const [sha256, size, filename] =
    rest
      .find((part) => part.startsWith('file '))
      ?.split(' ')
      .slice(1) ?? []
  const isUnderstood = first.startsWith(WITH) && ways.every(({ parent, column, own }) => parent && column && own)
  const known = rest.filter((part) => part === 'shared' || part.startsWith('file '))
  if (!isUnderstood || known.length < rest.length) throw new Error(`The comment on ${table} could not be interpreted: ${note}`)
  return { ways, file: sha256 && size && filename ? { sha256, size, filename } : undefined, isShared: rest.includes('shared') }
}

/**
 * The tables whose comment says what retention does with them, in the order in which to delete rows: children before their parents, and each table
 * before the tables that are needed to find its rows.
 */
export async function readRetentionNotes(client: Client): Promise<RetentionNote[]> {
  const { rows } = await client.query<RetentionNote>(
    `select c.relname::text as table,
       (select array_agg(a.attname::text order by k.n) from pg_index i cross join lateral unnest(i.indkey::int[]) with ordinality as k (attnum, n)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
         where i.indrelid = c.oid and i.indisprimary and a.attname <> 'customer_id') as key,
       substr(obj_description(c.oid, 'pg_class'), $2) as note
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and starts_with(obj_description(c.oid, 'pg_class'), $1)
     order by c.relname`,
    [PREFIX, PREFIX.length + 1],
  )
  const { rows: keys } = await client.query<Edge>(
    `select f.relname::text as child, p.relname::text as parent from pg_constraint k join pg_class f on f.oid = k.conrelid
     join pg_class p on p.oid = k.confrelid where k.contype = 'f'`,
  )
  return sortChildrenFirst(rows, [...keys, ...(await listReferences(client)), ...rows.flatMap(({ table }) => listFinding(table, rows))])
}

interface Edge {
  child: string
  parent: string
}

/**
 * Returns an edge to each table that is needed, directly or through other tables, to find the rows of `table`. The rows of these tables must be
 * deleted after the rows of `table`. There is no edge to a table whose rows refer to this one (own column `id`): its rows are deleted first, and the
 * ids of this table are read before that.
 */
function listFinding(table: string, notes: readonly RetentionNote[]): Edge[] {
  const waysOf = (name: string) => {
    const note = notes.find((one) => one.table === name)
    return note ? (parseRetentionNote(note)?.ways ?? []) : []
  }
  const through = new Set<string>()
  const follow = (name: string): void => {
    if (name === table || through.has(name)) return
    through.add(name)
    for (const { parent } of waysOf(name)) follow(parent)
  }
  for (const { parent, own } of waysOf(table)) if (own !== 'id') follow(parent)
  return [...through].map((parent) => ({ child: table, parent }))
}

function sortChildrenFirst(notes: readonly RetentionNote[], edges: readonly Edge[]): RetentionNote[] {
  const left = new Map(notes.map((note) => [note.table, note]))
  const sorted: RetentionNote[] = []
  while (left.size) {
    const isFree = (table: string) => !edges.some(({ child, parent }) => parent === table && child !== table && left.has(child))
    const next = [...left.values()].find(({ table }) => isFree(table))
    if (!next) throw new Error(`These tables refer to each other: ${[...left.keys()].join(', ')}.`)
    left.delete(next.table)
    sorted.push(next)
  }
  return sorted
}
