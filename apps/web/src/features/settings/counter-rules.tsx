import { trpc } from '../../api/trpc.ts'
import { Switch } from '../../ui/field/switch.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Failed } from '../../ui/page/loaded.tsx'
import { Muted } from '../../ui/text/text.tsx'

/** What the receiving screen asks of everyone. The switch saves itself. */
export function CounterRules() {
  const rules = trpc.settings.readCounterRules.useQuery(undefined)
  const save = trpc.settings.updateCounterRules.useMutation({ meta: { done: 'Setting saved.', touches: ['settings'] } })
  const isOn = save.isPending ? save.variables.classOneNeedsRelease : rules.data?.classOneNeedsRelease
  return (
    <Card title="Receiving" aside="For everyone in your organization">
      <CardBody>
        {rules.isError ? (
          <Failed query={rules} subject="This setting" meaning="What was saved is safe." />
        ) : (
          <>
            <Switch checked={isOn ?? true} onChange={(classOneNeedsRelease) => save.mutate({ classOneNeedsRelease })}>
              Only location admins receive packages of a class I recall
            </Switch>
            <Muted>Others put them on hold. A package of any recall is received only with a reason.</Muted>
          </>
        )}
      </CardBody>
    </Card>
  )
}
