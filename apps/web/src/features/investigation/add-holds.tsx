import { Button, Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { SubText } from '../../ui/text/text.tsx'
import type { Investigation } from './investigation-state.tsx'

/** Adds more quarantined product of the same location to the investigation. */
export function AddHolds({ investigation: { id: investigationId, locationName } }: { investigation: Investigation }) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const add = useDialogMutation(
    trpc.investigation.createManyHolds.useMutation({ meta: { done: 'Product added.', touches: ['investigation', 'med', 'order'] } }),
  )
  const holds = trpc.med.readManyHolds.useQuery({ limit: 100 }, { enabled: add.opened })
  const toggle = (holdId: number, on: boolean) => setChosen(on ? [...chosen, holdId] : chosen.filter((one) => one !== holdId))
  return (
    <>
      <Button
        size="xs"
        onClick={() => {
          setChosen([])
          add.open()
        }}
      >
        Add product…
      </Button>
      <ConfirmDialog
        opened={add.opened}
        onClose={add.close}
        title="Add product to this investigation"
        confirmLabel="Add to the investigation"
        pending={add.isPending}
        disabled={chosen.length === 0}
        onConfirm={() => void add.submit({ investigationId, holdIds: [...chosen] })}
      >
        <Loaded query={holds} subject="The holds" meaning="Held product stays on hold." waiting={<Skeleton height={120} />}>
          {({ items }) => {
            const free = items.filter((hold) => hold.cause === 'quarantine' && !hold.isInvestigated && hold.locationName === locationName)
            if (free.length === 0) return <p>Nothing else is on hold at {locationName}. Put the product on hold first.</p>
            return (
              <Stack gap="sm">
                {free.map(({ id, productName, label, reason }) => (
                  <Checkbox
                    key={id}
                    label={
                      <>
                        {productName ?? label}
                        <SubText>
                          {productName ? `${label}: ` : ''}
                          {reason}
                        </SubText>
                      </>
                    }
                    checked={chosen.includes(id)}
                    onChange={(event) => toggle(id, event.currentTarget.checked)}
                  />
                ))}
              </Stack>
            )
          }}
        </Loaded>
      </ConfirmDialog>
    </>
  )
}
