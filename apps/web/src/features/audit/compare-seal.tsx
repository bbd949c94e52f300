import { Box, Button, Group, TextInput } from '@mantine/core'
import { auditSealForm } from '@seriatim/schema'
import { useState } from 'react'
import { toRefusal, writeSentence } from '../../api/query-client.ts'
import { type Inputs, type Outputs, trpc } from '../../api/trpc.ts'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Note } from '../../ui/layout/note.tsx'
import { formatLongDateTime } from '../../ui/text/format.ts'

/**
 * Checks whether a seal that somebody wrote down is still in the chain; nothing else would reveal that the end of the chain was cut off or rebuilt.
 */
export function CompareSeal() {
  const [asked, setAsked] = useState<Inputs['audit']['readOneSeal']>()
  const seal = trpc.audit.readOneSeal.useQuery(asked ?? { number: 1, hash: '' }, {
    enabled: asked !== undefined,
    staleTime: 0,
    retry: false,
  })
  const form = useZodForm({
    shape: auditSealForm,
    initial: { number: '', hash: '' },
    send: (wanted) => {
      if (asked?.number === wanted.number && asked.hash === wanted.hash) void seal.refetch()
      else setAsked(wanted)
    },
    refusalOf: toRefusal,
  })
  const isReady = form.values.number.trim() !== '' && form.values.hash.trim() !== ''
  return (
    <Box component="details" w="100%">
      <Box component="summary" c="var(--action-text)">
        Compare with a seal you noted
      </Box>
      <form onSubmit={form.onSubmit} noValidate>
        <Group gap="sm" my="sm" align="flex-end">
          <TextInput label="Number of the seal" w={160} inputMode="numeric" autoComplete="off" {...form.field('number')} />
          <TextInput
            label="Its hash"
            flex="1 1 320px"
            description="The first 16 characters are enough"
            autoComplete="off"
            spellCheck={false}
            {...form.field('hash')}
          />
          <Button type="submit" disabled={!isReady} loading={seal.isFetching}>
            Compare
          </Button>
        </Group>
      </form>
      <div role="status">
        {seal.error && <Note meaning="attention" title={writeSentence(seal.error)} />}
        {asked && seal.data && !seal.isFetching && <Found number={asked.number} found={seal.data} />}
      </div>
    </Box>
  )
}

function Found({ number, found: { outcome, sealedAt } }: { number: number; found: Outputs['audit']['readOneSeal'] }) {
  if (outcome === 'same')
    return (
      <Note meaning="done" title={`The chain still contains seal ${number}`}>
        {`It was made ${formatLongDateTime(sealedAt ?? '')}. If the chain is intact too, nothing that was sealed up to then was changed, added or removed.`}
      </Note>
    )
  return (
    <Note
      meaning="stop"
      title={outcome === 'different' ? `Seal ${number} now has a different hash` : `The chain does not contain seal ${number}`}
    >
      {outcome === 'different'
        ? 'Check that you copied the hash correctly. If you did, somebody rebuilt the chain: keep a copy of the database and find out who had access to it.'
        : 'Check that you copied the number correctly. If you did, the end of the trail was cut off: keep a copy of the database and find out who had access to it.'}
    </Note>
  )
}
