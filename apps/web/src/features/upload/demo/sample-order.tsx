import { Box } from '@mantine/core'
import { Link } from 'wouter'
import { trpc } from '../../../api/trpc.ts'
import { LinkButton, Muted } from '../../../ui/text/text.tsx'
import { useDemoProducts } from './use-demo-products.ts'

/** Link that creates a sample document on the spot. Renders nothing in production, where sample documents don't exist (decision 44). */
export function SampleOrder({ onMade }: { onMade: (uploadId: number) => void }) {
  const demo = useDemoProducts()
  const sample = trpc.order.createOneSampleOrder.useMutation({ onSuccess: ({ uploadId }) => onMade(uploadId) })
  if (!demo.data) return null
  return (
    <Box mt="xs">
      <Muted>
        Don’t have a file?{' '}
        <LinkButton disabled={sample.isPending} onClick={() => sample.mutate()}>
          Try it with a sample order
        </LinkButton>
        , or <Link href="/demo/epcis/file/generator">create one with barcodes to scan</Link>
      </Muted>
    </Box>
  )
}
