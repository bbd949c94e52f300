import { judgeRegime } from '@seriatim/schema'
import { IconScale } from '@tabler/icons-react'
import { Link } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { Note } from '../../ui/layout/note.tsx'
import { formatDate } from '../../ui/text/format.ts'

/** Whether the law makes this pharmacy ask manufacturers today, from the table of rules. Reserves its place while it loads. */
export function RuleNote() {
  const { data } = trpc.regime.readOne.useQuery(undefined)
  const standing = data && judgeRegime(data, data.day).find(({ rule }) => rule.key === 'askMaker')
  return (
    <Note
      icon={IconScale}
      title={standing ? writeStanding(standing) : 'What the law asks of you'}
      action={<Link href="/rules">What Applies To Us</Link>}
    >
      {standing ? `${standing.rule.duty} (${standing.rule.source}). Anyone may ask at any time.` : 'Anyone may ask at any time.'}
    </Note>
  )
}

type Standing = ReturnType<typeof judgeRegime>[number]

function writeStanding({ state, begins, isExempt }: Standing): string {
  if (state === 'applies') return 'Today the law requires this of you'
  if (state === 'unknown') return 'Whether the law requires this of you depends on your head count'
  if (state === 'ended') return 'The law no longer requires this of you'
  return `${isExempt ? 'You are exempt' : 'The law does not require this of you'} until ${begins === null ? 'further notice' : formatDate(begins)}`
}
