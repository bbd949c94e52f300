import { Button, Group, Stack, TextInput } from '@mantine/core'
import { VERIFICATION_RESULTS, type VerificationResult, verificationResult } from '@seriatim/schema'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { findServerSentence } from '../../api/query-client.ts'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { mayUse } from '../../shell/route/rights.ts'
import { useQueryState } from '../../ui/form/use-query-state.ts'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Glyph } from '../../ui/text/glyph.tsx'
import { RuleNote } from './rule-note.tsx'
import { ShownVerification } from './shown-verification.tsx'
import { VerificationTable } from './verification-table.tsx'
import { VerifyButton } from './verify-button.tsx'
import { VerifyTabs } from './verify-tabs.tsx'

const RESULTS = Object.keys(VERIFICATION_RESULTS) as VerificationResult[] // Object.keys() returns string[]
const SHOWN = 50

/** A positive integer from the URL. */
const toId = (text: string | undefined) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

/** Questions to manufacturers with their answers, newest first. */
export default function VerifyPage() {
  const [{ result: wanted, text, list, show }, setQuery] = useQueryState()
  const found = verificationResult.safeParse(wanted)
  const result = found.success ? found.data : undefined
  const listId = toId(list)
  const search = trpc.verification.readMany.useInfiniteQuery(
    { limit: SHOWN, ...(result ? { result } : {}), ...(text ? { text: text.slice(0, 100) } : {}), ...(listId ? { listId } : {}) },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
  )
  const mayConfigure = mayUse('verification:configure', useSession())
  const ask = <VerifyButton isFilled label="Verify a package" />
  return (
    <Page
      title="Verifications"
      crumbs={[{ label: 'Verifications' }]}
      lede="What manufacturers answered when you asked whether a package is theirs. Asking never changes a package."
      actions={
        <>
          {mayConfigure && (
            <Button component={Link} href="/settings/verification">
              Set up
            </Button>
          )}
          {ask}
        </>
      }
      thumb={ask}
      full
    >
      <VerifyTabs />
      <Stack gap="lg">
        <RuleNote />
        <Filters result={result} text={text ?? ''} listId={listId} onChange={setQuery} />
        <Loaded
          query={search}
          subject="The verifications"
          sentence={findServerSentence(search.error)}
          safe="Your records are safe"
          waiting={<SkeletonCard />}
        >
          {({ pages }) => (
            <VerificationTable
              rows={pages.flatMap(({ items }) => items)}
              isFiltered={Boolean(result ?? text ?? listId)}
              onShow={(id) => setQuery({ show: String(id) })}
              more={
                search.hasNextPage && (
                  <Button size="xs" loading={search.isFetchingNextPage} onClick={() => void search.fetchNextPage()}>
                    Show earlier ones
                  </Button>
                )
              }
            />
          )}
        </Loaded>
      </Stack>
      {toId(show) && <ShownVerification id={toId(show) ?? 0} onClose={() => setQuery({ show: undefined })} />}
    </Page>
  )
}

interface FiltersProps {
  result: VerificationResult | undefined
  text: string
  listId: number | undefined
  onChange: (change: Record<string, string | undefined>) => void
}

function Filters({ result, text, listId, onChange }: FiltersProps) {
  const [typed, setTyped] = useState(text)
  return (
    <Group gap="md" align="flex-end">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onChange({ text: typed.trim() })
        }}
      >
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label="Serial number, GTIN or lot"
            value={typed}
            maxLength={100}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          <Button type="submit">Search</Button>
        </Group>
      </form>
      <Group gap="xs" role="group" aria-label="Show answers">
        {[undefined, ...RESULTS].map((one) => (
          <Button
            key={one ?? 'all'}
            size="xs"
            aria-pressed={result === one}
            variant={result === one ? 'filled' : 'default'}
            onClick={() => onChange({ result: one })}
          >
            {one ? VERIFICATION_RESULTS[one] : 'All'}
          </Button>
        ))}
      </Group>
      {listId && (
        <Button
          size="xs"
          aria-label={`Remove the filter for list ${listId}`}
          rightSection={<Glyph of={IconX} size={14} />}
          onClick={() => onChange({ list: undefined })}
        >
          {`List ${listId}`}
        </Button>
      )}
    </Group>
  )
}
