import { readErrorKey } from '../../../api/query-client.ts'
import { NoPage } from '../../../shell/route/no-page.tsx'
import { Card, CardBody } from '../../../ui/layout/card.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { DemoForm } from './demo-form.tsx'
import { useDemoProducts } from './use-demo-products.ts'

/** Creates an order to demonstrate receiving: the document to upload, and barcodes to scan. Outside production only. */
export default function DemoPage() {
  const products = useDemoProducts()
  if (readErrorKey(products.error) === 'not_in_production') return <NoPage />
  return (
    <Page title="Demo EPCIS file" crumbs={[{ label: 'Upload An Order', href: '/orderupload' }]}>
      <Note meaning="info" title="For Seriatim's sales representatives only.">
        This page creates an order for fictitious goods and is not available in production.
      </Note>
      <Loaded
        query={products}
        subject="The demo products"
        safe="Nothing was changed"
        waiting={
          <Card busy>
            <CardBody>
              <Skeleton width={240} />
            </CardBody>
          </Card>
        }
      >
        {(all) => <DemoForm products={all} />}
      </Loaded>
    </Page>
  )
}
