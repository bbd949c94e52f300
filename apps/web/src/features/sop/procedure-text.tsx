import type { ReactNode } from 'react'
import css from './procedures.module.css'

/** The text of a procedure: "# " begins a heading, "- " an item; every other line is a paragraph. It is shown as text, never as HTML. */
export function ProcedureText({ text }: { text: string }) {
  const parts: ReactNode[] = []
  let items: string[] = []
  const endList = (key: number) => {
    if (items.length === 0) return
    const list = items
    parts.push(
      <ul key={`list-${key}`}>
        {list.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat and never move
          <li key={at}>{item}</li>
        ))}
      </ul>,
    )
    items = []
  }
  for (const [at, line] of text.split('\n').entries()) {
    if (line.startsWith('- ')) {
      items.push(line.slice(2))
      continue
    }
    endList(at)
    if (line.startsWith('# ')) parts.push(<h3 key={at}>{line.slice(2)}</h3>)
    else if (line.trim()) parts.push(<p key={at}>{line}</p>)
  }
  endList(-1)
  return <div className={css.text}>{parts}</div>
}
