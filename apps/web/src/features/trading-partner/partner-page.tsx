import { Button, Group, Stack } from '@mantine/core'
import { PARTNER_BUSINESSES, PARTNER_TYPES, writeFullName } from '@seriatim/schema'
import { IconPhone, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { explainMissing } from '../../api/explain-missing.ts'
import { trpc } from '../../api/trpc.ts'
import { Column, Columns } from '../../ui/layout/columns.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { PhoneOnly } from '../../ui/layout/phone-only.tsx'
import { RevealTogether } from '../../ui/layout/reveal-together.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { FactsCard } from '../../ui/list/facts-card.tsx'
import { FoundOrNone, useRouteId } from '../../ui/page/found-or-none.tsx'
import { LoadFailedNote } from '../../ui/page/load-failed-note.tsx'
import type { QueryState } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { formatAmount, formatLongDate, formatLongDateTime } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { MergeDialog } from './list/merge-dialog.tsx'
import { MergeNotes } from './list/merge-notes.tsx'
import { OurGlns } from './order/our-glns.tsx'
import { PartnerExceptions, PartnerNotices, PartnerOrders, type Story } from './order/partner-story.tsx'
import { Agreements } from './paper/agreements.tsx'
import { AuthorizationCard } from './paper/authorization-card.tsx'
import { LicenseEditor } from './paper/license-editor.tsx'
import { Licenses } from './paper/licenses.tsx'
import { DeactivateDialog, GeneralEditor, ReactivateDialog } from './part/partner-dialogs.tsx'
import { AccountParts, AddressParts, ContactParts, GlnParts } from './part/partner-parts.tsx'
import { usePartnerParts } from './part/use-partner-parts.ts'
import css from './partner.module.css'
import type { Partner } from './partner-words.ts'
import { ShippingCard } from './shipping/shipping-card.tsx'

type Ask = 'license' | 'general' | 'merge' | 'deactivate' | 'reactivate'

/** Everything to know when a partner calls: whether we may buy from them, contacts, deliveries and open tickets. */
export default function PartnerPage() {
  const id = useRouteId('/tradingpartner/:partnerId')
  const partner = trpc.tradingPartner.readOneTradingpartnerById.useQuery({ id }, { enabled: id > 0 })
  const story = trpc.tradingPartner.readOneStory.useQuery({ id }, { enabled: id > 0 })
  const merges = trpc.tradingPartner.readManyMerges.useQuery({ id }, { enabled: id > 0 })
  const [ask, setAsk] = useState<Ask>()
  const { data } = partner
  const none = explainMissing(id, partner, 'No trading partner was found for this link.')
  const phone = data?.contacts
    .flatMap((contact) => contact.contactDetails)
    .find(({ contactType }) => contactType === 'phone' || contactType === 'cell')
  const addLicense = data?.mayWrite && (
    <Button variant="filled" leftSection={<Glyph of={IconPlus} size={16} />} onClick={() => setAsk('license')}>
      Add license
    </Button>
  )
  return (
    <Page
      title={data?.name ?? 'Trading Partner'}
      crumbs={[{ label: 'Trading Partners', href: '/tradingpartner' }]}
      lede={data ? <Lede partner={data} story={story.data} /> : '\u00a0'}
      actions={
        data?.mayWrite && (
          <>
            <RowMenu
              label={data.name}
              actions={[
                { label: 'Edit General Info', onClick: () => setAsk('general') },
                ...(data.deactivated
                  ? [{ label: 'Reactivate…', onClick: () => setAsk('reactivate') }]
                  : [
                      { label: 'Merge with another partner…', onClick: () => setAsk('merge') },
                      { label: 'Deactivate…', danger: true, onClick: () => setAsk('deactivate') },
                    ]),
              ]}
            />
            {addLicense}
          </>
        )
      }
      thumb={
        data && (
          <>
            {phone && (
              <Button
                component="a"
                href={`tel:${phone.contactDetail.replace(/[^\d+]/g, '')}`}
                leftSection={<Glyph of={IconPhone} size={16} />}
              >
                Call
              </Button>
            )}
            {addLicense}
          </>
        )
      }
    >
      <RevealTogether waiting={<SkeletonCard />}>
        <FoundOrNone
          none={none}
          list={{ href: '/tradingpartner', label: 'Trading Partners' }}
          query={partner}
          subject="This trading partner"
          safe="It is safe"
        >
          {(found) => (
            <Stack gap="md">
              <LoadFailedNote query={merges} what="We could not check whether this partner was merged.">
                If this partner was merged today, you can undo the merge here once the merge has loaded.
              </LoadFailedNote>
              <MergeNotes partnerId={found.id} merges={merges.data ?? []} />
              <Detail
                partner={found}
                isMerged={merges.data?.some(({ merged }) => merged.id === found.id) ?? false}
                story={story}
                ask={setAsk}
              />
              {ask === 'license' && <LicenseEditor partnerId={found.id} onClose={() => setAsk(undefined)} />}
              {ask === 'general' && <GeneralEditor partner={found} onClose={() => setAsk(undefined)} />}
              {ask === 'merge' && <MergeDialog partner={found} onClose={() => setAsk(undefined)} />}
              {ask === 'deactivate' && <DeactivateDialog partner={found} onClose={() => setAsk(undefined)} />}
              {ask === 'reactivate' && <ReactivateDialog partner={found} onClose={() => setAsk(undefined)} />}
            </Stack>
          )}
        </FoundOrNone>
      </RevealTogether>
    </Page>
  )
}

function Lede({ partner, story }: { partner: Partner; story: Story | undefined }) {
  const type = PARTNER_TYPES[partner.type]
  if (!story) return `${type}.`
  const [last] = story.orders
  if (!last || !story.firstOrderAt) return `${type}. No orders from them yet.`
  return `${type}. ${formatAmount(story.amountOfOrders, 'order')} since ${formatLongDate(story.firstOrderAt)}, the last one ${formatLongDateTime(last.timeStamp)}.`
}

interface DetailProps {
  partner: Partner
  /** True if the partner was merged; the merge note then replaces the "deactivated" note. */
  isMerged: boolean
  story: QueryState<Story>
  ask: (ask: Ask) => void
}

function Detail({ partner, isMerged, story, ask }: DetailProps) {
  const parts = usePartnerParts(partner)
  const { deactivated, mayWrite } = partner
  const keyed = <Value extends { id: number }>(entries: readonly Value[]) => entries.map((value) => ({ key: value.id, value }))
  return (
    <>
      {deactivated && !isMerged && (
        <Note meaning="attention" title={`Deactivated ${formatLongDate(deactivated.at)}`}>
          {`${deactivated.by ? `${writeFullName(deactivated.by)}: ` : ''}${deactivated.reason}. Its orders and licenses stay here.`}
        </Note>
      )}
      <Columns className={css.columns}>
        <Column className={css.column}>
          <div className={css.first}>
            <AuthorizationCard partnerId={partner.id} />
          </div>
          <Licenses partnerId={partner.id} mayWrite={mayWrite} />
          <PartnerOrders partner={partner} story={story} />
          <PartnerExceptions story={story} />
          <PartnerNotices story={story} />
        </Column>
        <Column className={css.column}>
          <div className={css.second}>
            <ContactParts
              entries={keyed(partner.contacts)}
              keeper={parts.contacts}
              onDeleteDetail={parts.onDeleteDetail}
              mayWrite={mayWrite}
            />
          </div>
          <OurGlns partner={partner} />
          <ShippingCard partnerId={partner.id} />
          <Agreements partnerId={partner.id} mayWrite={mayWrite} />
          <Section
            title="General Info"
            aside={
              mayWrite && (
                <Button size="xs" variant="subtle" aria-label="Edit General Info" onClick={() => ask('general')}>
                  Edit
                </Button>
              )
            }
          >
            <FactsCard
              facts={[
                { label: 'Name', value: partner.name },
                { label: 'Type', value: PARTNER_TYPES[partner.type] },
                { label: 'Business', value: partner.business ? PARTNER_BUSINESSES[partner.business] : 'According to their licenses' },
                { label: 'For', value: partner.customerLocation?.name ?? 'All locations' },
              ]}
            >
              {mayWrite && <Leaving isActive={!deactivated} ask={ask} />}
            </FactsCard>
          </Section>
          <GlnParts
            entries={partner.globalLocationNumbers.map(({ id, globalLocationNumber }) => ({ key: id, value: globalLocationNumber }))}
            keeper={parts.glns}
            mayWrite={mayWrite}
          />
          <AddressParts entries={keyed(partner.addresses)} keeper={parts.addresses} mayWrite={mayWrite} />
          <AccountParts
            entries={partner.accountNumbers.map(({ id, accountNumber }) => ({ key: id, value: accountNumber }))}
            keeper={parts.accounts}
            mayWrite={mayWrite}
          />
        </Column>
      </Columns>
    </>
  )
}

/** Buttons to merge, deactivate or reactivate the partner on phones, where the title has no menu. */
function Leaving({ isActive, ask }: { isActive: boolean; ask: (ask: Ask) => void }) {
  return (
    <PhoneOnly block>
      <Group gap="xs" px="md" pb="sm">
        {isActive ? (
          <>
            <Button size="xs" onClick={() => ask('merge')}>
              Merge with another partner…
            </Button>
            <Button size="xs" onClick={() => ask('deactivate')}>
              Deactivate…
            </Button>
          </>
        ) : (
          <Button size="xs" onClick={() => ask('reactivate')}>
            Reactivate…
          </Button>
        )}
      </Group>
    </PhoneOnly>
  )
}
