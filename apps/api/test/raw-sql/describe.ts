import type { Client, Connection, FieldDef, Submittable } from 'pg'

export interface Described {
  name: string
  /** JavaScript type that pg returns, such as `number`, `string[]` or `json`. */
  kind: string
}

/**
 * Columns of a statement as described by the database, without executing it.
 *
 * @throws DatabaseError if the statement is invalid.
 */
export async function describeStatement(client: Client, text: string): Promise<Described[]> {
  const fields = await new Promise<FieldDef[]>((resolve, reject) => client.query(new Description(text, resolve, reject)))
  const { rows } = await client.query<{ oid: number; name: string }>(
    'select oid::int as oid, typname as name from pg_type where oid = any ($1)',
    [fields.map((field) => field.dataTypeID)],
  )
  const names = new Map(rows.map((row) => [row.oid, row.name]))
  return fields.map((field) => ({ name: toCamelCase(field.name), kind: kindOf(names.get(field.dataTypeID) ?? '') }))
}

/** Asks PostgreSQL to parse a statement and describe its columns, without running it. pg calls the methods as the server's messages arrive. */
class Description implements Submittable {
  private readonly text: string
  private readonly resolve: (fields: FieldDef[]) => void
  readonly handleError: (error: Error) => void
  private fields: FieldDef[] = []

  constructor(text: string, resolve: (fields: FieldDef[]) => void, reject: (error: Error) => void) {
    this.text = text
    this.resolve = resolve
    this.handleError = reject
  }

  submit(connection: Connection): void {
    connection.parse({ text: this.text, name: '', types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription(message: { fields: FieldDef[] }): void {
    this.fields = message.fields
  }

  handleReadyForQuery(): void {
    this.resolve(this.fields)
  }
}

/** The JavaScript type that each column type is parsed to (`db/pool.ts`). */
const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    boolean: ['bool'],
    number: ['int2', 'int4', 'int8', 'float4', 'float8'],
    string: ['text', 'varchar', 'bpchar', 'name', 'date', 'numeric', 'int4multirange', 'xid8', 'uuid'],
    Date: ['timestamptz'],
    Buffer: ['bytea'],
    json: ['json', 'jsonb'],
  }).flatMap(([kind, types]) => types.map((type) => [type, kind] as const)),
)

const kindOf = (type: string): string => (type.startsWith('_') ? `${kindOf(type.slice(1))}[]` : (KINDS.get(type) ?? type))
const toCamelCase = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Sentences about columns whose types differ from the asserted ones. A JSON column may be asserted as any object or list. Null is not checked,
 * because the database doesn't report whether a column may be null.
 */
export function findDifferences(asserted: ReadonlyMap<string, string>, described: readonly Described[]): string[] {
  const found = new Map(described.map(({ name, kind }) => [name, kind]))
  const wrong = [...asserted].flatMap(([name, kind]) => {
    const is = found.get(name)
    if (is === undefined) return [`${name} is not read`]
    return kind === is || (is === 'json' && kind.endsWith('[]')) ? [] : [`${name} is ${kind}, and ${is} in the database`]
  })
  return [...wrong, ...[...found.keys()].filter((name) => !asserted.has(name)).map((name) => `${name} is read, and not asserted`)]
}
