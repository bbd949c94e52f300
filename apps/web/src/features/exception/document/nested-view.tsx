import { Button, ScrollArea } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { DividedList } from '../../../ui/list/divided-list.tsx'
import { Facts } from '../../../ui/list/facts.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { LinkButton, VisuallyHidden } from '../../../ui/text/text.tsx'

/** An object that the dialog shows, with its title. It may contain other objects. */
export interface Viewed {
  title: string
  value: unknown
}

/** `lotNumber` -> "Lot number" */
const makeLabel = (key: string) => {
  const words = key
    .replace(/([A-Z]+)/g, ' $1')
    .trim()
    .toLowerCase()
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/sgln/i, 'SGLN')
}

/** Shows one object at a time: nested objects open in its place, and Back returns. */
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
  if (typeof value !== 'object') return <Exact>{value}</Exact>
  const entries = Object.entries(value as object) // null has been handled above, as empty
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) {
    return (
      <ScrollArea.Autosize mah="50vh">
        <DividedList bare>
          {value.map((one) => (
            <li key={String(one)}>
              <Exact>{one}</Exact>
            </li>
          ))}
        </DividedList>
      </ScrollArea.Autosize>
    )
  }
  return (
    <Facts
      facts={entries.map(([key, part]) => {
        const label = Array.isArray(value) ? `${Number(key) + 1}` : makeLabel(key)
        return { label, value: readPart(part, () => onView({ title: label, value: part }), label) }
      })}
    />
  )
}

function readPart(part: unknown, onView: () => void, label: string) {
  if (isEmpty(part)) return '-'
  if (typeof part !== 'object') return <Exact>{part}</Exact>
  return (
    <LinkButton onClick={onView}>
      View
      <VisuallyHidden> {label}</VisuallyHidden>
    </LinkButton>
  )
}

/** Shows a value exactly as in the file. */
const Exact = ({ children }: { children: unknown }) => <Code groups={[String(children)]} wraps />
