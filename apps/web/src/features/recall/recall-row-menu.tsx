import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { AffectedDialog } from './affected/affected-dialog.tsx'
import { CodesDialog } from './affected/code-dialog.tsx'
import type { HomeRow } from './recall-words.ts'

type Ask = 'codes' | 'packages' | 'dismiss'

/** From the list: what is recalled, which serial numbers of ours, and dismissing it, without leaving the page. */
export function RecallRowMenu({ row }: { row: HomeRow }) {
  const [ask, setAsk] = useState<Ask>()
  const recall = trpc.recall.readOneById.useQuery({ recallId: row.id }, { enabled: ask === 'codes' })
  const close = () => setAsk(undefined)
  return (
    <>
      <RowMenu
        label={row.title}
        actions={[
          { label: 'What is recalled', onClick: () => setAsk('codes') },
          { label: 'Your serial numbers', onClick: () => setAsk('packages') },
          ...(row.state === 'done' ? [] : [{ label: 'Dismiss Recall…', onClick: () => setAsk('dismiss') }]),
        ]}
      />
      {ask === 'codes' && recall.data && <CodesDialog recall={recall.data} onClose={close} />}
      {(ask === 'packages' || ask === 'dismiss') && <AffectedDialog recallId={row.id} isDismissing={ask === 'dismiss'} onClose={close} />}
    </>
  )
}
