import type { UploadDetail } from '../use-uploads.ts'

type Finding = UploadDetail['findingList'][number]

/** Findings of a section that have the same type and the same texts. */
export interface FindingLine extends Pick<Finding, 'type' | 'severity' | 'message' | 'hint'> {
  lines: number[]
  values: string[]
  /** Number of findings with this text. */
  count: number
}

export interface PrecheckGroup {
  section: string
  errors: number
  warnings: number
  lines: FindingLine[]
}

/** Sections of a document in screen order. 'File' is listed only if something is wrong with it. */
const SECTIONS = ['File', 'Header', 'Location Vocabulary', 'Med Vocabulary', 'Events', 'Meds']

/** Groups findings by section, most severe first; findings with the same texts share one line. */
export function groupPrecheckFindings(findings: readonly Finding[]): PrecheckGroup[] {
  const sections = new Map<string, Map<string, FindingLine>>()
  for (const finding of findings) {
    const { section, type, severity, message, hint, line, value } = finding
    const lines = sections.get(section) ?? new Map<string, FindingLine>()
    sections.set(section, lines)
    const key = JSON.stringify([type, severity, message, hint])
    const known = lines.get(key) ?? { type, severity, message, hint, lines: [], values: [], count: 0 }
    known.count += 1
    if (line) known.lines.push(line)
    if (value && !known.values.includes(value) && !message.includes(value)) known.values.push(value)
    lines.set(key, known)
  }
  const order = (section: string) => (SECTIONS.includes(section) ? SECTIONS.indexOf(section) : SECTIONS.length)
  return [...sections]
    .toSorted(([a], [b]) => order(a) - order(b))
    .map(([section, lines]) => {
      const all = [...lines.values()].toSorted((a, b) => Number(b.severity === 'reject') - Number(a.severity === 'reject'))
      const counted = (severity: Finding['severity']) =>
        all.filter((line) => line.severity === severity).reduce((sum, line) => sum + line.count, 0)
      return { section, errors: counted('reject'), warnings: counted('warn'), lines: all }
    })
}

/** Lists the sections without findings: "Header, Events and Meds". */
export function cleanSections(groups: readonly PrecheckGroup[]): string {
  const named = new Set(groups.map((group) => group.section))
  const clean = SECTIONS.filter((section) => section !== 'File' && !named.has(section)).map(sectionName)
  return clean.length < 2 ? clean.join('') : `${clean.slice(0, -1).join(', ')} and ${clean.at(-1)}`
}

/** A section's name with only its first letter capitalized: "Med vocabulary". */
export function sectionName(section: string): string {
  return section.charAt(0) + section.slice(1).toLowerCase()
}

/** Line numbers in words, without repeats: `line 412 and 437`, `line 5, 9, 12 and 40 more`; undefined if there are none. */
export function writeLineNumbers(lines: readonly number[]): string | undefined {
  const unique = [...new Set(lines)].sort((a, b) => a - b).map((line) => line.toLocaleString('en-US'))
  if (unique.length === 0) return undefined
  if (unique.length === 1) return `line ${unique[0]}`
  if (unique.length > 4) return `line ${unique.slice(0, 3).join(', ')} and ${unique.length - 3} more`
  return `line ${unique.slice(0, -1).join(', ')} and ${unique.at(-1)}`
}

/** Returns all listed findings as plain text for an email to the sender. `more`: number of findings that were counted but are not listed. */
export function findingsText(name: string, groups: readonly PrecheckGroup[], more: number): string {
  const parts = groups.map(({ section, lines }) => [sectionName(section), ...lines.map((line) => toText(line))].join('\n'))
  const rest = more > 0 ? [`${more.toLocaleString('en-US')} more findings of the same types.`] : []
  return [`Findings in ${name}`, ...parts, ...rest].join('\n\n')
}

function toText({ type, severity, message, hint, lines, values, count }: FindingLine): string {
  const where = [type, count > 1 && `${count.toLocaleString('en-US')} times`, writeLineNumbers(lines), ...values.slice(0, 2)].filter(
    Boolean,
  )
  return [`- ${severity === 'reject' ? 'To fix' : 'To look at'}: ${message}`, hint && `  ${hint}`, `  (${where.join(', ')})`]
    .filter(Boolean)
    .join('\n')
}
