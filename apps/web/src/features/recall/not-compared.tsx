import { Group } from '@mantine/core'
import { Link } from 'wouter'
import { Note } from '../../ui/layout/note.tsx'
import css from './recall.module.css'
import { describeCompared, type Recall, stockSearches } from './recall-words.ts'

/** A recall that says too little finds nothing by itself: said plainly, with the way to look by hand. */
export function NotCompared({ recall }: { recall: Recall }) {
  const compared = describeCompared(recall.recallCodes)
  if (compared === 'all') return null
  return (
    <div className={css.wide}>
      <Note
        meaning="attention"
        title={
          compared === 'nothing'
            ? 'Your packages could not be compared with this recall'
            : 'Your packages could be compared with only part of this recall'
        }
        action={
          <Group component="span" gap="4px 16px">
            {stockSearches(recall).map(({ label, href }) => (
              <Link key={href} href={href}>
                {label}
              </Link>
            ))}
          </Group>
        }
      >
        The text does not name enough NDCs and lots. Read it below, and check your shelves by hand.
      </Note>
    </div>
  )
}
