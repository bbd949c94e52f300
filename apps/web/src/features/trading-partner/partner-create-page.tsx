import { trpc } from '../../api/trpc.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useQueryState } from '../../ui/form/use-query-state.ts'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { type Begin, PartnerForm } from './partner-form.tsx'

const nothing: Begin = { name: '', globalLocationNumbers: [], addresses: [], alike: [] }

/** A new partner. The form is empty, or prefilled with the sender of an order (`?order=`) or of an upload without an order (`?upload=`). */
export default function PartnerCreatePage() {
  const [query] = useQueryState()
  const documentId = numberIn(query.order)
  const uploadId = numberIn(query.upload)
  const ofOrder = trpc.tradingPartner.readOneDraft.useQuery({ documentId }, { enabled: documentId > 0, refetchOnMount: 'always' })
  const isUpload = documentId === 0 && uploadId > 0
  const ofUpload = trpc.tradingPartner.readOneDraftByUploadid.useQuery({ uploadId }, { enabled: isUpload, refetchOnMount: 'always' })
  const draft = isUpload ? ofUpload : ofOrder
  return (
    <Page
      title="New Trading Partner"
      crumbs={[{ label: 'Trading Partners', href: '/tradingpartner' }]}
      lede={lede(documentId > 0, isUpload)}
    >
      {documentId === 0 && !isUpload ? (
        <PartnerForm begin={nothing} />
      ) : (
        <Loaded
          query={draft}
          subject="The sender’s data in the document"
          verb="read"
          meaning="The document is safe. Try again, or add the partner yourself from the list of partners."
          waiting={<EmptyState>Reading the document…</EmptyState>}
        >
          {(found) => <PartnerForm begin={found} documentId={documentId || undefined} />}
        </Loaded>
      )}
    </Page>
  )
}

const numberIn = (text: string | undefined) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0)

function lede(isOrder: boolean, isUpload: boolean): string | undefined {
  if (isOrder) return 'Filled in from the order’s document. Check the entries, then save.'
  return isUpload ? 'Filled in from the file you uploaded. Check the entries, then save.' : undefined
}
