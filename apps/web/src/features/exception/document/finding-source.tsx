import { Text } from '@mantine/core'
import { formatCount } from '../../../ui/text/format.ts'
import css from '../exception.module.css'
import type { Ticket } from '../use-exceptions.ts'

type Excerpt = Ticket['findings'][number]['excerpts'][number]

interface FindingSourceProps {
  excerpt: Excerpt
  /** The wrong values, exactly as the file contains them. */
  values: readonly string[]
  isReject: boolean
}

/** Lines of the file as received, with the wrong line tinted and its value marked. */
export function FindingSource({ excerpt, values, isReject }: FindingSourceProps) {
  const indent = Math.min(
    ...excerpt.lines.filter(({ text }) => text.trim() !== '').map(({ text }) => text.length - text.trimStart().length),
  )
  return (
    <>
      {isOneLine(excerpt) && (
        <Text size="xs" c="var(--ink-3)" mt="xs">
          {placeWords(excerpt).replace('line', 'Line')}
        </Text>
      )}
      <ol className={css.source} aria-label={`The file around ${placeWords(excerpt)}`}>
        {excerpt.lines.map(({ line, text, isCut }) => {
          const isWrong = line === excerpt.line
          const shown = Number.isFinite(indent) ? text.slice(indent) : text
          return (
            <li key={line} data-n={line} data-kind={isWrong ? (isReject ? 'reject' : 'warn') : undefined}>
              <span>
                {isCut && '… '}
                <Marked
                  text={shown}
                  values={values}
                  at={isWrong && isCut ? Math.max(0, excerpt.at - (text.length - shown.length)) : undefined}
                />
                {isCut && ' …'}
              </span>
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** Whether the line is so long that only part of it is shown. */
const isOneLine = ({ line, lines }: Excerpt) => lines.some((one) => one.line === line && one.isCut)

/** "line 401"; for a single-line file "line 1, character 5,310". */
function placeWords(excerpt: Excerpt): string {
  const { line, column } = excerpt
  return isOneLine(excerpt) ? `line ${formatCount(line)}, character ${formatCount(column)}` : `line ${formatCount(line)}`
}

/**
 * Finds the tag at index `at`, to mark it if the line contains no wrong value. Only a truncated line (`at` > 0) needs this mark; a whole line is
 * tinted as such.
 */
function tagAt(text: string, at: number): { value: string; begin: number } | undefined {
  const [value] = at > 0 ? (/^<[^\s<>]+>?/.exec(text.slice(at)) ?? []) : []
  return value ? { value, begin: at } : undefined
}

/**
 * Marks the first wrong value at or after index `at`. If there is none, marks the first wrong value before it or, in a truncated line, the tag at
 * `at`.
 */
function Marked({ text, values, at = 0 }: { text: string; values: readonly string[]; at?: number | undefined }) {
  const found = (from: number) =>
    values
      .filter((one) => one.length > 2)
      .map((value) => ({ value, begin: text.indexOf(value, from) }))
      .filter(({ begin }) => begin >= 0)
      .toSorted((a, b) => a.begin - b.begin)[0]
  const mark = found(at) ?? found(0) ?? tagAt(text, at)
  if (!mark) return text
  const end = mark.begin + mark.value.length
  return (
    <>
      {text.slice(0, mark.begin)}
      <mark>{mark.value}</mark>
      {text.slice(end)}
    </>
  )
}
