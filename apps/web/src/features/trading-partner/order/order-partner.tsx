import { Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconShieldX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { formatLongDate } from '../../../ui/text/format.ts'
import { authorizationTitle } from '../partner-words.ts'

export type OrderPartner = Outputs['tradingPartner']['readOneByDocumentid']

const createHref = (documentId: number) => `/tradingpartner/create?order=${documentId}`

interface Notice {
  meaning: 'stop' | 'attention' | 'info'
  title: string
  more: ReactNode
}

/** Notice about an order's sender; undefined if there is nothing to say. */
function pickNotice(found: OrderPartner): Notice | undefined {
  const { partner, authorization, sender, documentId, decided } = found
  if (!partner)
    return {
      meaning: 'attention',
      title: `${sender.name ?? sender.gln ?? 'The sender'} is not one of your trading partners`,
      more: <Link href={createHref(documentId)}>Add trading partner</Link>,
    }
  const link = <Link href={`/tradingpartner/${partner.id}`}>{partner.name}</Link>
  if (!partner.isActive) return { meaning: 'attention', title: 'The sender was deactivated', more: link }
  if (authorization?.status === 'notAuthorized')
    return {
      meaning: 'stop',
      title: `${authorizationTitle(authorization)}${authorization.since ? ` since ${formatLongDate(authorization.since)}` : ''}`,
      more: (
        <>
          {link}
          {decided && ` ${decided.choice === 'hold' ? 'Put on hold' : 'Received anyway'}: ${decided.reason}`}
        </>
      ),
    }
  if (authorization?.status === 'unknown') return { meaning: 'info', title: 'No license on file', more: link }
  return undefined
}

const ICONS = { stop: IconShieldX, attention: IconAlertTriangle, info: IconInfoCircle } as const

/** One-line notice if the order's sender is unknown, deactivated, unauthorized or has no license on file. */
export function PartnerBanner({ found }: { found: OrderPartner | undefined }) {
  const notice = found && pickNotice(found)
  if (!notice) return null
  const { meaning, title, more } = notice
  return <Banner meaning={meaning === 'info' ? undefined : meaning} icon={ICONS[meaning]} title={title} more={more} />
}

/** After an upload without an order, a button opens the form for a new partner, prefilled with the file's data about its sender. */
export function AddSender({ uploadId }: { uploadId: number }) {
  const { data } = trpc.tradingPartner.readOneDraftByUploadid.useQuery({ uploadId })
  if (!data || data.partner || !(data.name || data.globalLocationNumbers.length)) return null
  return (
    <Button component={Link} href={`/tradingpartner/create?upload=${uploadId}`}>
      Add trading partner
    </Button>
  )
}

/** After an upload, a button for adding the order's sender as a partner; renders nothing if the sender is on file. */
export function AddOrderPartner({ documentId }: { documentId: number }) {
  const { data } = trpc.tradingPartner.readOneByDocumentid.useQuery({ documentId })
  if (!data || data.partner) return null
  return (
    <Button component={Link} href={createHref(documentId)}>
      Add trading partner
    </Button>
  )
}
