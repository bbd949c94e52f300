import { Button } from '@mantine/core'
import { FIRST_STEPS, type FirstStep } from '@seriatim/schema'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { isCustomerAdmin } from '../../shell/route/rights.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { Quiet } from '../../ui/text/icon-text.tsx'
import { SubText } from '../../ui/text/text.tsx'
import { Block, FailedBlock } from './block.tsx'
import { Row, Rows, RowWords } from './rows.tsx'

const TITLE = 'Your first week'

const STEPS: Readonly<Record<FirstStep, { href: string; label: string; words: string }>> = {
  location: { href: '/locations', label: 'Add your locations', words: 'With address and time zone' },
  gln: { href: '/gln', label: 'Add and confirm your GLNs', words: 'Your suppliers put them in their files' },
  partner: { href: '/tradingpartner', label: 'Add your trading partners', words: 'With the licenses that allow them to sell to you' },
  regulator: { href: '/settings/othersettings', label: 'Enter the FDA’s email address', words: 'Reports of illegitimate product go there' },
  scanner: { href: '/settings/scanner', label: 'Test your scanner', words: 'One scan of the test code is enough' },
  order: { href: '/orderupload', label: 'Upload your first order', words: 'Or create a sample order to practice' },
}

/** Checklist for a new customer; it disappears when all steps are done or an admin hides it. */
export function FirstSteps() {
  const steps = trpc.customer.readFirstSteps.useQuery(undefined, { enabled: isCustomerAdmin(useSession()) })
  const hide = trpc.customer.updateFirstStepsHidden.useMutation({
    meta: { done: 'Checklist hidden. You can show it again in Settings.', touches: ['customer'] },
  })
  if (steps.isError && !steps.data)
    return <FailedBlock id="home-steps" title={TITLE} query={steps} subject="Your first steps" safe="Nothing was lost" />
  if (!steps.data || steps.data.isHidden || steps.data.done.length === FIRST_STEPS.length) return null
  const done = new Set(steps.data.done)
  return (
    <Block id="home-steps" title={TITLE} amount={`${done.size} of ${FIRST_STEPS.length} done`}>
      <Rows>
        {FIRST_STEPS.map((step) => (
          <Row key={step}>
            {done.has(step) ? (
              <Glyph of={IconCircleCheck} color="var(--done-text)" label="Done" />
            ) : (
              <Glyph of={IconCircle} color="var(--ink-3)" label="To do" />
            )}
            <RowWords>
              {done.has(step) ? <Quiet>{STEPS[step].label}</Quiet> : <Link href={STEPS[step].href}>{STEPS[step].label}</Link>}
            </RowWords>
            {!done.has(step) && <SubText>{STEPS[step].words}</SubText>}
          </Row>
        ))}
      </Rows>
      <Button variant="subtle" size="xs" mt="xs" loading={hide.isPending} onClick={() => hide.mutate({ isHidden: true })}>
        Hide this list
      </Button>
    </Block>
  )
}
