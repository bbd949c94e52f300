import type { Ticket } from './use-exceptions.ts'
import css from './what-is-wrong.module.css'

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
    <ol className={css.source} aria-label={`The file around line ${excerpt.line}`}>
      {excerpt.lines.map(({ line, text, isCut }) => {
        const isWrong = line === excerpt.line
        const shown = Number.isFinite(indent) ? text.slice(indent) : text
        return (
          <li key={line} data-n={line} className={isWrong ? (isReject ? css.wrong : css.look) : undefined}>
            <span>
              {isCut && '… '}
              <Marked text={shown} values={values} />
              {isCut && ' …'}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function Marked({ text, values }: { text: string; values: readonly string[] }) {
  const value = values.find((one) => one.length > 2 && text.includes(one))
  if (value === undefined) return text
  const at = text.indexOf(value)
  return (
    <>
      {text.slice(0, at)}
      <mark>{value}</mark>
      {text.slice(at + value.length)}
    </>
  )
}
