import { JsonFault, type JsonHandler, type JsonPlace, type JsonScalar } from './json-tokens.ts'

/** A JSON value with its position. Numbers keep their spelling. */
export type JsonValue = JsonPlace &
  (
    | { readonly kind: 'object'; readonly members: Map<string, JsonValue> }
    | { readonly kind: 'array'; readonly items: JsonValue[] }
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'other'; readonly text: string }
  )

/** A single event or header with more values is refused. */
const MAX_VALUES = 5_000_000

/** Builds one value from the tokenizer's callbacks. */
export class JsonBuilder implements JsonHandler {
  /** The value; null until it is complete. */
  value: JsonValue | null = null
  private readonly holders: JsonValue[] = []
  private readonly keys: (string | null)[] = []
  private name: string | null = null
  private count = 0

  open(kind: 'object' | 'array', place: JsonPlace): void {
    const value: JsonValue =
      kind === 'object'
        ? { kind, members: new Map(), line: place.line, column: place.column }
        : { kind, items: [], line: place.line, column: place.column }
    this.place(value, place)
    this.holders.push(value)
    this.keys.push(this.name)
    this.name = null
  }

  close(): void {
    const value = this.holders.pop() ?? null
    this.name = this.keys.pop() ?? null
    if (this.holders.length === 0) this.value = value
  }

  key(name: string, place: JsonPlace): void {
    const parent = this.holders.at(-1)
    if (parent?.kind === 'object' && parent.members.has(name)) throw twice(name, place)
    this.name = name
  }

  scalar(value: JsonScalar, raw: string, place: JsonPlace): void {
    const { line, column } = place
    const made: JsonValue = { kind: typeof value === 'string' ? 'text' : 'other', text: value === null ? '' : raw, line, column }
    this.place(made, place)
    if (this.holders.length === 0) this.value = made
  }

  private place(value: JsonValue, place: JsonPlace): void {
    this.count += 1
    if (this.count > MAX_VALUES) throw new JsonFault('A single event contains too many values.', place)
    const parent = this.holders.at(-1)
    if (parent?.kind === 'array') parent.items.push(value)
    else if (parent?.kind === 'object' && this.name !== null) parent.members.set(this.name, value)
  }
}

export function twice(name: string, place: JsonPlace): JsonFault {
  return new JsonFault(`The member ${name.slice(0, 80)} appears twice in one object.`, place)
}

/** The member with the given name; undefined if it is absent or if the value is not an object. */
export function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return value?.kind === 'object' ? value.members.get(name) : undefined
}

/** Text of a scalar, or of a JSON-LD value object (`{"@value": …}`). */
export function toText(value: JsonValue | undefined): string | null {
  if (value === undefined || value.kind === 'array') return null
  if (value.kind === 'object') return toText(value.members.get('@value'))
  return value.text
}

export function collectItems(value: JsonValue | undefined): readonly JsonValue[] {
  return value?.kind === 'array' ? value.items : []
}
