import { Button } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Unseen } from '../../ui/unseen.tsx'
import css from './document-items.module.css'

/** Something with parts of its own. */
export interface Viewed {
  title: string
  value: unknown
}

/** `lotNumber` -> "Lot number" */
const labelOf = (key: string) => {
  const words = key
    .replace(/([A-Z]+)/g, ' $1')
    .trim()
    .toLowerCase()
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/sgln/i, 'SGLN')
}

/** One object after the other: what lies in it opens in its place, and Back leads out again. */
export function NestedView({ viewed, onClose }: { viewed: Viewed | undefined; onClose: () => void }) {
  const [inner, setInner] = useState<readonly Viewed[]>([])
  const [last, setLast] = useState(viewed)
  if (viewed !== undefined && viewed !== last) {
    setLast(viewed)
    setInner([])
  }
  const shown = inner.at(-1) ?? viewed ?? last
  const back = () => (inner.length > 0 ? setInner(inner.slice(0, -1)) : onClose())
  return (
    <Dialog
      opened={viewed !== undefined}
      onClose={onClose}
      title={shown?.title ?? ''}
      size={560}
      foot={<Button onClick={back}>Back</Button>}
    >
      {shown && <Parts value={shown.value} onView={(next) => setInner([...inner, next])} />}
    </Dialog>
  )
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

function Parts({ value, onView }: { value: unknown; onView: (next: Viewed) => void }) {
  if (isEmpty(value)) return <p>-</p>
  if (typeof value !== 'object') return <p className={css.code}>{String(value)}</p>
  const entries = Object.entries(value as object) // null is empty
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) {
    return (
      <ul className={css.listed}>
        {value.map((one) => (
          <li key={String(one)} className={css.code}>
            {String(one)}
          </li>
        ))}
      </ul>
    )
  }
  return (
    <dl className={css.parts}>
      {entries.map(([key, part]) => {
        const label = Array.isArray(value) ? `${Number(key) + 1}` : labelOf(key)
        return (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              {isEmpty(part) ? (
                '-'
              ) : typeof part === 'object' ? (
                <button type="button" className={css.view} onClick={() => onView({ title: label, value: part })}>
                  View
                  <Unseen> {label}</Unseen>
                </button>
              ) : (
                <span className={css.code}>{String(part)}</span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
