import { Box, Button, Stack } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { findServerSentence, toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Note } from '../../ui/layout/note.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { localDay } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { AskForm } from './ask-form.tsx'
import { BalanceSection } from './balance-section.tsx'
import css from './inspection.module.css'
import { withOwnGaps } from './own-gaps.ts'
import { PacksList } from './packs-list.tsx'
import { MakeButton, PartsTable } from './parts-table.tsx'
import { chosenParts, toPackAsk, useOwnFigures, usePackForm } from './use-pack-ask.ts'
import { VerifySection } from './verify-section.tsx'

const POLL_MS = 1500
const TODAY = localDay(new Date())

/** Page on which a person creates a pack. It shows the pack's contents and gaps before the pack is built. */
export default function InspectionPage() {
  const { form, change } = usePackForm()
  const [isMissingName, setMissingName] = useState(false)
  const [figures, setFigures, left] = useOwnFigures(form)
  const ask = toPackAsk(form)
  const choices = trpc.inspection.readOneChoices.useQuery()
  const preview = trpc.inspection.readOnePreview.useQuery(ask ?? { preset: form.preset, from: TODAY, to: TODAY }, {
    enabled: ask !== undefined,
    placeholderData: (before) => before,
  })
  const balance = trpc.inspection.readManyBalance.useQuery(ask ?? { preset: form.preset, from: TODAY, to: TODAY }, {
    enabled: ask !== undefined && form.preset === 'pbm',
    placeholderData: (before) => before,
  })
  const packs = trpc.inspection.readMany.useQuery(undefined, {
    refetchInterval: ({ state }) =>
      state.data?.packs.some((pack) => pack.state === 'queued' || pack.state === 'building') ? POLL_MS : false,
  })
  const make = trpc.inspection.createOne.useMutation({
    meta: { quiet: true, touches: ['inspection'], done: 'The pack is being created. You can leave this page.' },
  })
  const send = () => {
    const isUnnamed = form.askedBy.trim() === ''
    setMissingName(isUnnamed)
    if (isUnnamed) document.getElementById('inspection-form')?.querySelector<HTMLInputElement>('input[maxlength="200"]')?.focus()
    if (!ask || isUnnamed) return
    make.mutate({ ...ask, askedBy: form.askedBy, parts: chosenParts(form), ownFigures: form.preset === 'pbm' ? figures : null })
  }
  const makeButton = <MakeButton isMaking={make.isPending} onMake={send} />
  const pickButton = (
    <Button component={Link} href="/inspection/unit" leftSection={<Glyph of={IconScan} size={16} />}>
      Pick a bottle
    </Button>
  )
  return (
    <Page
      title="Answer an inspection"
      crumbs={[{ label: 'Answer An Inspection' }]}
      lede="One pack for the inspector or auditor. Its first page lists what is missing."
      actions={pickButton}
      thumb={
        <>
          {pickButton}
          {makeButton}
        </>
      }
      full
    >
      <Stack gap="xl">
        <div className={css.columns}>
          <Box id="inspection-form" miw={0}>
            <AskForm
              form={form}
              choices={choices.data}
              askedByError={
                isMissingName && !form.askedBy.trim() ? 'Enter who is asking. The name is printed on the first page.' : undefined
              }
              onChange={change}
            />
          </Box>
          <Stack gap="md" miw={0}>
            {make.error && <Note meaning="stop" alert title={toRefusal(make.error).sentence} />}
            <Loaded
              query={preview}
              subject="What will be in the pack"
              sentence={findServerSentence(preview.error)}
              safe="Your records are safe"
              waiting={<SkeletonCard />}
            >
              {(found) => (
                <PartsTable
                  preview={ask && balance.data && form.preset === 'pbm' ? withOwnGaps(found, ask, balance.data, figures) : found}
                  without={form.without}
                  isMaking={make.isPending}
                  onMake={send}
                  onTick={(part) =>
                    change({ without: form.without.includes(part) ? form.without.filter((one) => one !== part) : [...form.without, part] })
                  }
                />
              )}
            </Loaded>
          </Stack>
        </div>
        {form.preset === 'pbm' && ask && (
          <BalanceSection ask={ask} figures={figures} left={left} columns={choices.data?.columns ?? null} onFigures={setFigures} />
        )}
        <Loaded
          query={packs}
          subject="The packs"
          sentence={findServerSentence(packs.error)}
          safe="Packs you have already created are safe"
          waiting={<SkeletonCard />}
        >
          {(list) => <PacksList {...list} />}
        </Loaded>
        <VerifySection fingerprint={choices.data?.fingerprint} />
      </Stack>
    </Page>
  )
}
