import { NativeSelect } from '@mantine/core'
import { trpc } from '../../api/trpc.ts'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Failed } from '../../ui/page/loaded.tsx'

const clocks = [
  { value: '12', label: '5:05 PM' },
  { value: '24', label: '17:05' },
]

/** Sets how PDFs and emails of the whole organization write the time of day. A choice is saved immediately. */
export function PaperClock() {
  const saved = trpc.settings.readPaperClock.useQuery(undefined)
  const save = trpc.settings.updatePaperClock.useMutation({ meta: { done: 'Setting saved.', touches: ['settings'] } })
  const hours = save.isPending ? save.variables.clockHours : saved.data?.clockHours
  return (
    <Card title="PDFs and emails" aside="For everyone in your organization">
      <CardBody>
        {saved.isError ? (
          <Failed query={saved} subject="This setting" meaning="Your saved settings are safe." />
        ) : (
          <NativeSelect
            label="Time of day in PDFs and emails"
            data={clocks}
            disabled={hours === undefined}
            value={String(hours ?? 24)}
            onChange={(event) => save.mutate({ clockHours: event.currentTarget.value === '12' ? 12 : 24 })}
          />
        )}
      </CardBody>
    </Card>
  )
}
