import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { countOf } from '../../../ui/format.ts'
import { Glyph } from '../../../ui/glyph.tsx'
import { MessageLine } from '../../../ui/toaster.tsx'
import { HoldLine } from '../../hold/hold-line.tsx'
import { type OrderPartner, PartnerBanner } from '../../trading-partner/order-partner.tsx'
import { AboutOrder } from '../about-order.tsx'
import { CorrectionLine, ToCorrected } from './receive-states.tsx'
import type { OrderDetail } from './receive-types.ts'
import { WaitingNote } from './waiting-note.tsx'

interface BannersProps {
  detail: OrderDetail
  partner: OrderPartner | undefined
  replacedBy: number | undefined
}

/** What one must know of this order while scanning: one line, so that the result stays where it is. */
export function Banners({ detail, partner, replacedBy }: BannersProps) {
  const { documentId, isClosed } = detail
  return (
    <div className="banners">
      <MessageLine />
      {replacedBy !== undefined && <ReplacedBanner documentId={replacedBy} />}
      <WaitingNote documentId={documentId} />
      <HoldLine documentId={documentId} />
      {detail.isReadOnly && (
        <div className="banner">
          <Glyph of={IconInfoCircle} size={16} />
          <b>You can only read this order</b>
          <span className="banner-more">{`${detail.customerLocationName} receives these goods for ${detail.goodsOwner?.name ?? 'your location'}.`}</span>
        </div>
      )}
      <PartnerBanner found={partner} />
      {isClosed && (
        <div className="banner banner--attention">
          <Glyph of={IconAlertTriangle} size={16} />
          <b>This order was closed short</b>
          <span className="banner-more">
            <CorrectionLine detail={detail} />
          </span>
        </div>
      )}
      <FindingsBanner detail={detail} />
    </div>
  )
}

/** Told to who is scanning when it happens: nothing of it is lost, and here is where to go on. */
export function ReplacedBanner({ documentId }: { documentId: number }) {
  return (
    <div className="banner banner--attention banner--whole" role="alert">
      <Glyph of={IconAlertTriangle} size={16} />
      <b>This order was replaced by a corrected file</b>
      <span className="banner-more">What you scan here is received on the corrected order.</span>
      <ToCorrected documentId={documentId} size="xs" />
    </div>
  )
}

/** The number that every screen says of this file; it leads to what was found. */
export function FindingsBanner({ detail }: { detail: OrderDetail }) {
  const { reject, warn } = detail.findings
  if (reject + warn === 0) return null
  return (
    <div className="banner">
      <Glyph of={IconInfoCircle} size={16} />
      <AboutOrder detail={detail} label={countOf(reject + warn, 'finding')} />
    </div>
  )
}
