import { Group, Stack, TextInput } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import { writeSentence } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import type { Partner } from '../partner-words.ts'

const SHORTEST = 2
const SHOWN = 8

/** Dialog that merges another entry of the same partner into this one: it finds the other entry and explains the outcome. */
export function MergeDialog({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<{ id: number; name: string }>()
  const wanted = useDeferredValue(name.trim())
  const isAsked = wanted.length >= SHORTEST
  const found = trpc.tradingPartner.readManyTradingpartnersSearch.useQuery({ name: wanted, limit: SHOWN + 1 }, { enabled: isAsked })
  const merge = useDialogMutation(
    trpc.tradingPartner.updateMergeOne.useMutation({ meta: { done: 'Partners merged.', touches: ['tradingPartner'] } }),
    onClose,
  )
  const others = isAsked ? (found.data?.items ?? []).filter(({ id }) => id !== partner.id).slice(0, SHOWN) : []
  const words = found.isError
    ? writeSentence(found.error)
    : isAsked && found.data && !others.length
      ? 'No other partner’s name contains this text.'
      : undefined
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Merge with another partner"
      confirmLabel={chosen ? `Merge ${chosen.name}` : 'Choose a partner'}
      disabled={!chosen}
      pending={merge.isPending}
      onConfirm={() => chosen && void merge.submit({ id: partner.id, mergedId: chosen.id })}
    >
      <Stack gap="md">
        <p>
          Use this when one partner is on file twice. Orders, GLNs, addresses, contacts, account numbers, licenses and agreements move to{' '}
          {partner.name}. The other entry is deactivated. You can undo this for one day.
        </p>
        <TextInput
          label="Name of the other partner"
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setChosen(undefined)
          }}
        />
        {others.length > 0 && (
          <fieldset aria-label="Partners found">
            {others.map((other) => (
              <Group component="label" key={other.id} gap="xs" mih={36}>
                <input type="radio" name="other" checked={chosen?.id === other.id} onChange={() => setChosen(other)} />
                {[other.name, other.addresses[0]?.city, other.customerLocation?.name].filter(Boolean).join(', ')}
              </Group>
            ))}
          </fieldset>
        )}
        {words && <p role="status">{words}</p>}
      </Stack>
    </ConfirmDialog>
  )
}
