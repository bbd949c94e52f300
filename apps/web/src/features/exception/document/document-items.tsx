import { Box, Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatAmount, formatCount, formatDateTime } from '../../../ui/text/format.ts'
import { LinkButton, VisuallyHidden } from '../../../ui/text/text.tsx'
import css from '../exception.module.css'
import { orDash, SeverityMark } from '../exception-words.tsx'
import type { Ticket } from '../use-exceptions.ts'
import { NestedView, type Viewed } from './nested-view.tsx'

type Details = Ticket['details']
type Listed = 'events' | 'locationVocabulary' | 'meds' | 'medVocabulary'
type ItemOf<Section extends Listed> = NonNullable<Details[Section]>['items'][number]

/** Rows shown before the user asks for more; a page has a hundred. */
const SHOWN = { events: 8, locationVocabulary: 4, meds: 20, medVocabulary: 3 }

interface ItemsProps<Section extends Listed> {
  id: number
  first: readonly ItemOf<Section>[]
  amount: number
}

/** Loads the items of a section. It shows a few items at first, then all items of the first page, then one more page for each click. */
function useItems<Section extends Listed>(section: Section, { id, first, amount }: ItemsProps<Section>) {
  const utils = trpc.useUtils()
  const [items, setItems] = useState<readonly ItemOf<Section>[]>()
  const [isLoading, setLoading] = useState(false)
  const shown = items ?? first.slice(0, SHOWN[section])
  const more = async () => {
    if (!items) return setItems(first)
    setLoading(true)
    const page = Math.ceil(items.length / first.length)
    const answer = await utils.documentException.readManyItems
      .fetch({ documentExceptionId: id, section, page }, { staleTime: 300_000, meta: { loud: true } })
      .catch(() => undefined) // the query client shows the error
    const next = (answer?.[section] ?? []) as readonly ItemOf<Section>[] // the answer has the items of this section
    setItems([...items, ...next])
    setLoading(false)
  }
  return { shown, left: amount - shown.length, isLoading, more: () => void more() }
}

function More({ left, of, isLoading, onMore }: { left: number; of: string; isLoading: boolean; onMore: () => void }) {
  if (left <= 0) return null
  return (
    <Box p="xs">
      <Button variant="subtle" size="xs" loading={isLoading} onClick={onMore}>
        Show {formatAmount(left, `more ${of}`)}
      </Button>
    </Box>
  )
}

/** Names and values side by side; an empty value shows "-", highlighted if a finding is about it. */
function Pairs({ pairs, severity = null }: { pairs: readonly (readonly [string, ReactNode])[]; severity?: 'reject' | 'warn' | null }) {
  return (
    <dl className={css.pairs}>
      {pairs.map(([label, value]) => (
        <div key={label} data-empty={severity !== null && value === '-' ? severity : undefined}>
          <Text component="dt" size="xs" c="var(--ink-2)">
            {label}
          </Text>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function HeaderFacts({ header }: { header: NonNullable<Details['header']>['data'] }) {
  if (!header) return null
  return (
    <Pairs
      pairs={[
        ['Date created', orDash(header.dateCreated)],
        ['Doc type', orDash(header.docType)],
        ['Header version', orDash(header.headerVersion)],
        ['Identifier', orDash(header.identifier)],
        ['Receiver SGLN', orDash(header.receiverSgln)],
      ]}
    />
  )
}

const bare = (urn: string | null) => orDash(urn?.replace(/^urn:epc:id:sgln:/, ''))

/** If the text is a time, shows it in the user's time zone; shows any other text as written. */
const formatTime = (text: string | null) => (text !== null && !Number.isNaN(Date.parse(text)) ? formatDateTime(text) : orDash(text))

/** The child EPCs of an event; if it has none, the EPCs in its list. */
const collectEpcs = ({ epcList, epcListCount, childEPCs, childEPCsCount }: ItemOf<'events'>) =>
  childEPCsCount > 0
    ? { title: 'Child EPCs', listed: childEPCs, count: childEPCsCount }
    : { title: 'EPC list', listed: epcList, count: epcListCount }

const EVENT_HEAD = [
  <VisuallyHidden key="finding">Finding</VisuallyHidden>,
  'Line',
  'Type',
  'Action',
  'Biz step',
  'Disposition',
  'Event time',
  'Offset',
  'Read point',
  'Transactions',
  'EPC list',
  'Extension',
]

export function EventItems(props: ItemsProps<'events'>) {
  const { shown, left, isLoading, more } = useItems('events', props)
  const [viewed, setViewed] = useState<Viewed>()
  if (shown.length === 0) return null
  return (
    <>
      <PlainTable label="Events" small head={EVENT_HEAD}>
        {shown.map((event) => {
          const name = `event ${event.number}`
          const epcs = collectEpcs(event)
          const view = (title: string, value: unknown) => setViewed({ title: `${title} of ${name}`, value })
          return (
            <tr key={event.number}>
              <td>{event.severity && <SeverityMark of={event.severity} size={16} />}</td>
              <td>{formatCount(event.line)}</td>
              <td>{orDash(event.type.replace(/Event$/, ''))}</td>
              <td>{orDash(event.action)}</td>
              <td>{orDash(event.bizStep)}</td>
              <td>{orDash(event.disposition)}</td>
              <td className={css.oneLine}>{formatTime(event.eventTime)}</td>
              <td>{orDash(event.eventTimezoneOffset)}</td>
              <td>{bare(event.readPoint)}</td>
              <td>
                <View
                  of={name}
                  what="business transactions"
                  count={event.bizTransactionList.length}
                  onView={() => view('Business transactions', event.bizTransactionList)}
                />
              </td>
              <td>
                <View
                  of={name}
                  what={epcs.title}
                  count={epcs.count}
                  onView={() => view(epcs.title, joinInWords(epcs.listed, epcs.count))}
                />
              </td>
              <td>
                <View of={name} what="extension" onView={() => view('Extension', event.extension)} />
              </td>
            </tr>
          )
        })}
      </PlainTable>
      <More left={left} of="event" isLoading={isLoading} onMore={more} />
      <NestedView viewed={viewed} onClose={() => setViewed(undefined)} />
    </>
  )
}

const joinInWords = (listed: readonly string[], count: number): readonly string[] =>
  count > listed.length ? [...listed, `and ${formatCount(count - listed.length)} more`] : listed

function View({ of, what, count, onView }: { of: string; what: string; count?: number; onView: () => void }) {
  if (count === 0) return '-'
  return (
    <LinkButton onClick={onView}>
      View{count !== undefined && count > 1 && ` ${formatCount(count)}`}
      <VisuallyHidden>
        , {what} of {of}
      </VisuallyHidden>
    </LinkButton>
  )
}

export function LocationItems(props: ItemsProps<'locationVocabulary'>) {
  const { shown, left, isLoading, more } = useItems('locationVocabulary', props)
  return (
    <>
      {shown.map((place) => (
        <Pairs
          key={place.sgln}
          severity={place.severity}
          pairs={[
            ['Name', orDash(place.name)],
            ['SGLN', place.sgln],
            ['Street address', orDash(place.streetAddressOne)],
            ['City', orDash(place.city)],
            ['State', orDash(place.state)],
            ['Country code', orDash(place.countryCode)],
            ['Postal code', orDash(place.postalCode)],
          ]}
        />
      ))}
      <More left={left} of="location" isLoading={isLoading} onMore={more} />
    </>
  )
}

export function ProductItems(props: ItemsProps<'medVocabulary'>) {
  const { shown, left, isLoading, more } = useItems('medVocabulary', props)
  return (
    <>
      {shown.map((product) => (
        <Pairs
          key={product.sgtin}
          severity={product.severity}
          pairs={[
            ['Regulated product name', orDash(product.regulatedProductName)],
            ['Manufacturer', orDash(product.manufacturerOfTradeItemPartyName)],
            ['Dosage form', orDash(product.dosageFormType)],
            ['Strength', orDash(product.strengthDescription)],
            ['Net content', orDash(product.netContentDescription)],
            ['Trade item ID', orDash(product.additionalTradeItemIdentification)],
            ['ID type code', orDash(product.additionalTradeItemIdentificationTypeCode)],
            ['SGTIN', product.sgtin],
          ]}
        />
      ))}
      <More left={left} of="product" isLoading={isLoading} onMore={more} />
    </>
  )
}

export function MedItems(props: ItemsProps<'meds'>) {
  const { shown, left, isLoading, more } = useItems('meds', props)
  if (shown.length === 0) return null
  return (
    <>
      <PlainTable label="Meds" small head={[<VisuallyHidden key="finding">Finding</VisuallyHidden>, 'SGTIN', 'Parent SGTIN']}>
        {shown.map((med) => (
          <tr key={med.sgtin}>
            <td>{med.severity && <SeverityMark of={med.severity} size={16} />}</td>
            <td>
              <Code groups={[med.sgtin]} wraps small />
            </td>
            <td>{med.parentSgtin ? <Code groups={[med.parentSgtin]} wraps small /> : '-'}</td>
          </tr>
        ))}
      </PlainTable>
      <More left={left} of="med" isLoading={isLoading} onMore={more} />
    </>
  )
}
