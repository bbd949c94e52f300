import { Text } from '@mantine/core'
import { formatCount } from '../../../ui/text/format.ts'
import css from '../exception.module.css'
import type { Ticket } from '../use-exceptions.ts'

type Excerpt = Ticket['findings'][number]['excerpts'][number]

interface FindingSourceProps {
  excerpt: Excerpt
  /** What is wrong, as the file has it. */
  values: readonly string[]
  isReject: boolean
}

/** Lines of the file as they came, the wrong one tinted and its value marked. */
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

/** The line is so long that only a part of it is shown. */
const isOneLine = ({ line, lines }: Excerpt) => lines.some((one) => one.line === line && one.isCut)

/** "line 401"; of a file that is one line "line 1, character 5,310". */
function placeWords(excerpt: Excerpt): string {
  const { line, column } = excerpt
  return isOneLine(excerpt) ? `line ${formatCount(line)}, character ${formatCount(column)}` : `line ${formatCount(line)}`
}

/** Where nothing more is known, the tag that begins there; in a file of lines its own line says enough. */
function tagAt(text: string, at: number): { value: string; begin: number } | undefined {
  const [value] = at > 0 ? (/^<[^\s<>]+>?/.exec(text.slice(at)) ?? []) : []
  return value ? { value, begin: at } : undefined
}

/** What is wrong, marked from its place on, else where it stands; the lines around it have no place. */
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
