import { trpc } from '../../api/trpc.ts'
import { Switch } from '../../ui/field/switch.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Failed } from '../../ui/page/loaded.tsx'

/** Brings the checklist of the first week back to Home, or hides it. The switch saves itself. */
export function ChecklistSwitch() {
  const steps = trpc.customer.readFirstSteps.useQuery(undefined)
  const save = trpc.customer.updateFirstStepsHidden.useMutation({ meta: { done: 'Setting saved.', touches: ['customer'] } })
  const isHidden = save.isPending ? save.variables.isHidden : steps.data?.isHidden
  return (
    <Card title="Home" aside="For everyone in your organization">
      <CardBody>
        {steps.isError ? (
          <Failed query={steps} subject="This setting" meaning="What was saved is safe." />
        ) : (
          <Switch checked={isHidden === false} onChange={(shown) => save.mutate({ isHidden: !shown })}>
            Show the checklist of the first week until everything on it is done
          </Switch>
        )}
      </CardBody>
    </Card>
  )
}
