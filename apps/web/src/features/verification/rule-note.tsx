import { judgeRegime, LEGAL_RULES } from '@seriatim/schema'
import { IconScale } from '@tabler/icons-react'
import { Link } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { Note } from '../../ui/layout/note.tsx'
import { formatDate } from '../../ui/text/format.ts'

const isIt = ({ key }: { key: string }) => key === 'askMaker'
const RULE = LEGAL_RULES.find(isIt)

/**
 * Says whether the law requires this pharmacy to ask manufacturers today, according to the table of rules. The title takes one line on a phone,
 * loaded or not, so that the page does not move.
 */
export function RuleNote() {
  const { data } = trpc.regime.readOne.useQuery(undefined)
  const standing = data && judgeRegime(data, data.day).find(({ rule }) => isIt(rule))
  return (
    <Note
      icon={IconScale}
      title={standing ? writeStanding(standing) : 'What the law requires'}
      action={<Link href="/rules">What Applies To Us</Link>}
    >
      {`${RULE?.duty} (${RULE?.source}). You may ask about any package at any time.`}
    </Note>
  )
}

function writeStanding({ state, begins }: ReturnType<typeof judgeRegime>[number]): string {
  if (state === 'applies') return 'The law requires you to do this'
  if (state === 'unknown') return 'Depends on your head count'
  if (state === 'ended' || begins === null) return 'No longer required for you'
  return `Required for you starting ${formatDate(begins)}`
}
