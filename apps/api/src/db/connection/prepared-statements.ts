/** A shorter statement is planned sooner than it is worth to keep its plan. */
const LONG = 1000
/** Plans that a connection keeps. Each takes memory of the server for as long as the connection lives. */
const MOST = 40
/** Texts that are remembered as asked once. */
const REMEMBERED = 1000
const TRANSACTION = /^(start transaction|begin|commit|rollback$)/
/** The result of a kept plan would have other columns; its name is not known. */
const BROKEN = new Set(['0A000', '26000'])
/** Each length of such a list makes a text of its own. */
const LIST = /\bin \(\$\d+, /
/** Stands in a statement whose plan is as good for any other values. */
export const MAX_PREPARED = '/* kept */'

/**
 * Which statements a connection prepares, and under what names. A page's reads join ten tables under their policies, and to plan that takes ten times as long as
 * to run it. PostgreSQL plans a prepared statement anew for its values as long as that is cheaper (`plan_cache_mode` auto).
 *
 * Only what says so (`readKept`: what belongs to one thing, found by its id), asked again in transactions that only read. A search, a page of a list, a report over
 * a time and a list of many ids are planned for their values: in a kept plan the beginning of a serial number finds no index (the finder took 55 to 80 ms in place
 * of 4), any time is short and any list has ten ids.
 */
export class PreparedStatements {
  /** An empty name: the plan broke, and is not kept again. */
  private readonly names = new Map<string, string>()
  private readonly asked = new Set<string>()
  private isReading = false

  /** The name to prepare it under; undefined: it is sent as it is. */
  pickName(text: string, hasValues: boolean): string | undefined {
    if (TRANSACTION.test(text)) this.isReading = text.startsWith('start transaction read only')
    if (!hasValues || !this.isReading || text.length < LONG || !text.includes(MAX_PREPARED)) return undefined
    return (this.names.get(text) ?? this.makeName(text)) || undefined
  }

  /** Another version of the program changed the table meanwhile: the same statement would fail on this connection for ever. */
  drop(text: string): void {
    if (this.names.has(text)) this.names.set(text, '')
  }

  private makeName(text: string): string | undefined {
    if (this.names.size === MOST || LIST.test(text)) return undefined
    if (this.asked.delete(text)) {
      const name = `kept ${this.names.size + 1}`
      this.names.set(text, name)
      return name
    }
    if (this.asked.size === REMEMBERED) this.asked.clear()
    this.asked.add(text)
    return undefined
  }
}

/** Whether the server no longer has the plan of a name, or the plan no longer fits. */
export function isStalePlan(error: unknown): boolean {
  const { code } = error as { code?: string } // what pg adds to an error
  return BROKEN.has(code ?? '')
}
