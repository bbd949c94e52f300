import { useState } from 'react'
import { Link } from 'wouter'
import { keyOf, sentenceOf, showFailure } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { toast } from '../../ui/toast.ts'

/** There are none in production; once the server has said so, they are not offered again. */
let isOffered = true

/** A document made on the spot, to try the product with. */
export function SampleOrder({ onMade }: { onMade: (uploadId: number) => void }) {
  const [offered, setOffered] = useState(isOffered)
  const sample = trpc.order.createOneSampleOrder.useMutation({
    meta: { quiet: true },
    onSuccess: ({ uploadId }) => onMade(uploadId),
    onError: (error) => {
      if (keyOf(error) !== 'not_in_production') return showFailure(error)
      isOffered = false
      setOffered(false)
      toast.info(sentenceOf(error))
    },
  })
  if (!offered) return null
  return (
    <p className="sample muted">
      No file at hand?{' '}
      <button type="button" className="link" disabled={sample.isPending} onClick={() => sample.mutate()}>
        Try it with a sample order
      </button>
      , or <Link href="/demo/epcis/file/generator">make one with bar codes to scan</Link>
    </p>
  )
}
