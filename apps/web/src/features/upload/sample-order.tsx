import { Link } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { useDemoProducts } from './use-demo-products.ts'

/** A document made on the spot, to try the product with. Nothing in production, where there is none (decision 44). */
export function SampleOrder({ onMade }: { onMade: (uploadId: number) => void }) {
  const demo = useDemoProducts()
  const sample = trpc.order.createOneSampleOrder.useMutation({ onSuccess: ({ uploadId }) => onMade(uploadId) })
  if (!demo.data) return null
  return (
    <p className="sample muted">
      No file at hand?{' '}
      <button type="button" className="link" disabled={sample.isPending} onClick={() => sample.mutate()}>
        Try it with a sample order
      </button>
      , or <Link href="/demo/epcis/file/generator">create one with barcodes to scan</Link>
    </p>
  )
}
