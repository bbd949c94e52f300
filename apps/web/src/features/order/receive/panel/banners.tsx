import { Group } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { Banner } from '../../../../ui/feedback/banner.tsx'
import { formatAmount } from '../../../../ui/text/format.ts'
import { MessageLine } from '../../../../ui/toast/toaster.tsx'
import { HoldLine } from '../../../hold/hold-line.tsx'
import { type OrderPartner, PartnerBanner } from '../../../trading-partner/order/order-partner.tsx'
import { AboutOrder } from '../../about-order.tsx'
import { WaitingNote } from '../list/waiting-note.tsx'
import { CorrectionLine, ToCorrected } from '../receive-states.tsx'
import type { OrderDetail } from '../receive-types.ts'
import css from './cockpit.module.css'

interface BannersProps {
  detail: OrderDetail
  partner: OrderPartner | undefined
  replacedBy: number | undefined
}

/** Notices about the order that matter while scanning, on a single line so that the result doesn't move. */
export function Banners({ detail, partner, replacedBy }: BannersProps) {
  const { documentId, isClosed } = detail
  return (
    <Group className={css.banners} gap="xs" data-above>
      <MessageLine />
      {replacedBy !== undefined && <ReplacedBanner documentId={replacedBy} />}
      <WaitingNote documentId={documentId} />
      <HoldLine documentId={documentId} />
      {detail.isReadOnly && (
        <Banner
          icon={IconInfoCircle}
          title="You can only view this order"
          more={`${detail.customerLocationName} receives these goods for ${detail.goodsOwner?.name ?? 'your location'}.`}
        />
      )}
      <PartnerBanner found={partner} />
      {isClosed && (
        <Banner
          meaning="attention"
          icon={IconAlertTriangle}
          title="This order was closed short"
          more={<CorrectionLine detail={detail} />}
        />
      )}
      <FindingsBanner detail={detail} />
      <FileBanner detail={detail} />
    </Group>
  )
}

/** Shown to the person scanning when a corrected file replaces the order: says that no scan is lost, and links to the new order. */
export function ReplacedBanner({ documentId }: { documentId: number }) {
  return (
    <Banner
      meaning="attention"
      icon={IconAlertTriangle}
      title="This order was replaced by a corrected file"
      more="Packages that you scan here are received on the corrected order."
      alert
      whole
    >
      <ToCorrected documentId={documentId} size="xs" />
    </Banner>
  )
}

/** Banner with the number of the order's findings, counted in the same way as on all other screens, and a link to the list of findings. */
export function FindingsBanner({ detail }: { detail: OrderDetail }) {
  const { reject, warn } = detail.findings
  if (reject + warn === 0) return null
  return (
    <Banner icon={IconInfoCircle}>
      <AboutOrder detail={detail} label={formatAmount(reject + warn, 'finding')} />
    </Banner>
  )
}

/**
 * Banner that says whether the order is a drop shipment, whether its file contradicts itself about that, and how many other orders came in the same
 * file.
 */
function FileBanner({ detail }: { detail: OrderDetail }) {
  const { dropShipment, parts } = detail
  const words = [
    dropShipment === 'yes' && 'Drop shipment',
    dropShipment === 'mixed' && 'Contradictory drop-shipment marks',
    parts.length > 0 && `${formatAmount(parts.length, 'other order')} from this file`,
  ].filter(Boolean)
  if (words.length === 0) return null
  return (
    <Banner icon={IconInfoCircle}>
      <AboutOrder detail={detail} label={words.join(', ')} />
    </Banner>
  )
}
