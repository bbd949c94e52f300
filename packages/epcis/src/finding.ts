import { type ErrorType, errorTypeInfo, type Section, type Severity } from './error-types.ts'

/** One thing that is wrong with a document (decision 43). */
export interface Finding {
  readonly type: ErrorType
  readonly severity: Severity
  /** What is wrong, in plain words. */
  readonly message: string
  readonly section: Section
  /** Element path with local names, for instance `/EPCISDocument/EPCISBody/EventList/ObjectEvent[2]/readPoint`. */
  readonly path: string
  /** 1-based, of the start tag; 0 when the finding concerns the whole document. */
  readonly line: number
  readonly column: number
  /** 1-based number of the event, null outside events. */
  readonly event: number | null
  /** The text that is wrong, shortened to 200 characters; null where something is missing. */
  readonly value: string | null
  /** Who mends it, and how. */
  readonly hint: string
}

/** Where a finding points. */
export interface Place {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly event: number | null
}

export interface FindingText {
  readonly message: string
  readonly hint: string
  readonly value?: string | null
  /** Where it differs from the usual one of its type. */
  readonly severity?: Severity
}

/** The first findings of each type and a count of the rest, so that one bad file cannot flood the reader. */
export class Findings {
  readonly list: Finding[] = []
  readonly truncated: Record<string, number> = {}
  private readonly counts = new Map<ErrorType, number>()
  private readonly sinceMark = new Set<ErrorType>()
  private gravest: Severity | null = null
  private readonly limit: number

  constructor(limit = 50) {
    this.limit = limit
  }

  report(type: ErrorType, place: Place, text: FindingText): void {
    const info = errorTypeInfo(type)
    const severity = text.severity ?? info.severity
    if (this.gravest !== 'reject') this.gravest = severity
    const count = (this.counts.get(type) ?? 0) + 1
    this.counts.set(type, count)
    this.sinceMark.add(type)
    if (count > this.limit) {
      this.truncated[type] = count - this.limit
      return
    }
    const { hint, value = null } = text
    const message = text.message.length > 500 ? `${text.message.slice(0, 499)}…` : text.message
    const { path, line, column, event } = place
    const shown = value !== null && value.length > 200 ? `${value.slice(0, 199)}…` : value
    this.list.push({ type, severity, message, section: info.section, path, line, column, event, value: shown, hint })
  }

  has(type: ErrorType): boolean {
    return this.counts.has(type)
  }

  /** From here on {@link hasSinceMark} answers for one part of the document. */
  mark(): void {
    if (this.sinceMark.size > 0) this.sinceMark.clear()
  }

  hasSinceMark(type: ErrorType): boolean {
    return this.sinceMark.has(type)
  }

  /** Whether nothing was reported since. */
  get isQuiet(): boolean {
    return this.sinceMark.size === 0
  }

  get verdict(): 'ok' | 'warn' | 'reject' | 'malformed' {
    if (this.has('MalformedEpcisXmlError')) return 'malformed'
    return this.gravest ?? 'ok'
  }
}
