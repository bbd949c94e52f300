import { trpc } from '../../api/trpc.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { useQueryState } from '../../ui/use-query-state.ts'
import { type Begin, PartnerForm } from './partner-form.tsx'

const nothing: Begin = { name: '', globalLocationNumbers: [], addresses: [], alike: [] }

/** A new partner: empty, or begun with what the document of an order says of its sender (`?order=`). */
export default function PartnerCreatePage() {
  const [query] = useQueryState()
  const documentId = /^\d{1,15}$/.test(query.order ?? '') ? Number(query.order) : 0
  const draft = trpc.tradingPartner.readOneDraft.useQuery({ documentId }, { enabled: documentId > 0, refetchOnMount: 'always' })
  return (
    <Page
      title="New Trading Partner"
      crumbs={[
        { label: 'Home', href: '/' },
        { label: 'Trading Partners', href: '/tradingpartner' },
      ]}
      lede={documentId > 0 ? 'Filled from the document of the order. Look it over, then save.' : undefined}
    >
      {documentId === 0 ? (
        <PartnerForm begin={nothing} />
      ) : (
        <Loaded
          query={draft}
          what="What the document says of its sender could not be read."
          meaning="The order is safe. Try again, or fill in the form yourself from the list of partners."
          waiting={<EmptyState>Reading the document…</EmptyState>}
        >
          {(found) => <PartnerForm begin={found} documentId={documentId} />}
        </Loaded>
      )}
    </Page>
  )
}
