/** Minimum length in characters: a shorter statement is planned so fast that keeping its plan is not worthwhile. */
const LONG = 1000
/** Maximum number of prepared statements that a connection keeps. Each plan uses server memory for as long as the connection lives. */
const MOST = 40
/** Number of statement texts remembered after their first use. */
const REMEMBERED = 1000
const TRANSACTION = /^(start transaction|begin|commit|rollback$)/
/** Error codes for a stale plan: its result columns changed, or the server has no prepared statement with this name. */
const BROKEN = new Set(['0A000', '26000'])
/** An IN list. Each length of the list makes a different statement, so statements with a list are not prepared. */
const LIST = /\bin \(\$\d+, /
/** Marks a statement whose plan is equally good for any values. */
export const PREPARE_MARK = '/* kept */'

/**
 * Decides which statements a connection prepares, and names them. A query for a page joins ten tables with their row-security policies, and planning
 * it takes ten times as long as running it. Of a prepared statement, PostgreSQL keeps the plan, unless plans for the actual values turn out to be
 * cheaper (`plan_cache_mode` auto). A statement is prepared only if it is marked with `readPrepared` (it reads rows that belong to one object, found
 * by id) and is repeated in read-only transactions. Searches, pages of a list, reports over a period and lists of many ids are planned for their
 * values each time. With a kept plan, PostgreSQL would use no index to search for the beginning of a serial number (the finder took 55 to 80 ms
 * instead of 4), and would assume that every period is short and every list has ten ids.
 */
export class PreparedStatements {
  /**
   * For each statement text, the name under which it is prepared. An empty name means that its plan went stale, so the text is no longer prepared.
   */
  private readonly names = new Map<string, string>()
  private readonly asked = new Set<string>()
  private isReading = false

  /** Picks the name under which to prepare the statement; undefined means that it is sent unprepared. */
  pickName(text: string, hasValues: boolean): string | undefined {
    if (TRANSACTION.test(text)) this.isReading = text.startsWith('start transaction read only')
    if (!hasValues || !this.isReading || text.length < LONG || !text.includes(PREPARE_MARK)) return undefined
    return (this.names.get(text) ?? this.makeName(text)) || undefined
  }

  /** Stops preparing the statement: after a migration of its table, the same prepared statement would fail on this connection forever. */
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

/** Whether a prepared statement no longer exists on the server, or its plan no longer matches the tables. */
export function isStalePlan(error: unknown): boolean {
  const { code } = error as { code?: string } // pg adds the field to its errors
  return BROKEN.has(code ?? '')
}
