import { Button } from '@mantine/core'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Dialog, DialogPart } from '../../ui/dialog/dialog.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { RetryButton } from './retry-button.tsx'
import { VerificationFacts } from './verification-facts.tsx'

/** Shows a question to a manufacturer, with its evidence. The question's id is in the URL. */
export function ShownVerification({ id, onClose }: { id: number; onClose: () => void }) {
  const query = trpc.verification.readOne.useQuery({ verificationId: id })
  return (
    <Dialog opened onClose={onClose} title="Verification" size={560}>
      <DialogPart
        foot={
          <>
            {query.data && <RetryButton verification={query.data} />}
            <Button variant="filled" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        {/* Keeps its height while the content loads, so that a click on a button cannot miss. */}
        <div style={{ minHeight: 420 }}>
          <Loaded
            query={query}
            subject="This verification"
            sentence={findServerSentence(query.error)}
            safe="Your records are safe"
            waiting={<SkeletonCard />}
          >
            {(verification) => <VerificationFacts verification={verification} />}
          </Loaded>
        </div>
      </DialogPart>
    </Dialog>
  )
}
