import { Button } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatExpiry } from '../../ui/format.ts'
import { LinkButton } from '../../ui/text.tsx'
import { Mono } from './mono.tsx'
import css from './recall.module.css'
import { type Code, codeName, type Recall, readingOf } from './recall-words.ts'

/** What a code recalls: each expiry with its lots. */
export function CodeDialog({ code, onClose }: { code: Code; onClose: () => void }) {
  const { words } = readingOf(code)
  return (
    <Dialog
      opened
      onClose={onClose}
      size={560}
      title={codeName(code)}
      closeLabel="Close"
      className={css.dialog}
      foot={
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      }
    >
      <p>{words.charAt(0).toUpperCase() + words.slice(1).replace(/\.$/, '')}.</p>
      {code.criteria.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard too
        <section className={css.scroll} tabIndex={0} aria-label="Criteria, to scroll">
          <table className={css.grid} aria-label="Criteria">
            <thead>
              <tr>
                <th scope="col">Expiration</th>
                <th scope="col">Lot Numbers</th>
              </tr>
            </thead>
            <tbody>
              {code.criteria.map(({ id, expiration, recallLotNumbers }) => (
                <tr key={id}>
                  <td>{expiration === null ? 'Any' : formatExpiry(expiration)}</td>
                  <td>
                    <Mono>{recallLotNumbers.map(({ lotNumber }) => lotNumber).join(', ') || 'All'}</Mono>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Dialog>
  )
}

/** All codes of a recall; each opens its criteria. */
export function CodesDialog({ recall, onClose }: { recall: Recall; onClose: () => void }) {
  const [first] = recall.recallCodes
  const [code, setCode] = useState<Code | undefined>(recall.recallCodes.length === 1 ? first : undefined)
  if (code) return <CodeDialog code={code} onClose={recall.recallCodes.length === 1 ? onClose : () => setCode(undefined)} />
  return (
    <Dialog opened onClose={onClose} title={recall.title} closeLabel="Close" foot={<Button onClick={onClose}>Close</Button>}>
      {recall.recallCodes.length === 0 ? (
        <EmptyState>No package could be read from the text.</EmptyState>
      ) : (
        <ul className={css.picks}>
          {recall.recallCodes.map((one) => (
            <li key={one.id}>
              <LinkButton onClick={() => setCode(one)}>{codeName(one)}</LinkButton>
              <span className={css.quiet}>{readingOf(one).words}</span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
