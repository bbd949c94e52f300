import { type ErrorType, errorTypeInfo, type Section, type Severity } from './error-types.ts'

/** One error or warning about a document (decision 43). */
export interface Finding {
  readonly type: ErrorType
  readonly severity: Severity
  readonly message: string
  readonly section: Section
  /** Element path with local names, such as `/EPCISDocument/EPCISBody/EventList/ObjectEvent[2]/readPoint`. */
  readonly path: string
  /** 1-based position of the start tag; 0 if the finding concerns the whole document. */
  readonly line: number
  readonly column: number
  /** 1-based number of the event, null outside events. */
  readonly event: number | null
  /** The wrong text, shortened to 200 characters; null if the finding is that something is missing. */
  readonly value: string | null
  /** Advice: who should fix the problem, and how. */
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
  /** Severity of the finding, if it differs from the default of the finding's type. */
  readonly severity?: Severity
}

/** Keeps the first findings of each type (50 by default) and counts the rest, so that one bad file does not fill memory and reports. */
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

  /** Marks the start of a part of the document; {@link hasSinceMark} looks only at findings after the mark. */
  mark(): void {
    if (this.sinceMark.size > 0) this.sinceMark.clear()
  }

  hasSinceMark(type: ErrorType): boolean {
    return this.sinceMark.has(type)
  }

  /** Whether nothing was reported since the last call of `mark`. */
  get isQuiet(): boolean {
    return this.sinceMark.size === 0
  }

  get verdict(): 'ok' | 'warn' | 'reject' | 'malformed' {
    if (this.has('MalformedEpcisXmlError')) return 'malformed'
    return this.gravest ?? 'ok'
  }
}
