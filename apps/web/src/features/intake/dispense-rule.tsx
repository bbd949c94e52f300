import type { DispenseOverview } from '@seriatim/schema'
import { trpc } from '../../api/trpc.ts'
import { Switch } from '../../ui/field/switch.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Muted } from '../../ui/text/text.tsx'

/** Switch for whether a package that is not on file is denied when it is dispensed, or allowed with a warning. It saves immediately. */
export function DispenseRule({ overview }: { overview: DispenseOverview }) {
  const save = trpc.settings.updateDispenseRules.useMutation({ meta: { done: 'Setting saved.', touches: ['settings', 'dispense'] } })
  const unknown = save.isPending ? save.variables.unknownAtDispense : overview.unknownAtDispense
  return (
    <Card title="Packages that are not on file" aside="For everyone in your organization">
      <CardBody>
        {overview.mayConfigure ? (
          <Switch checked={unknown === 'deny'} onChange={(isOn) => save.mutate({ unknownAtDispense: isOn ? 'deny' : 'allow' })}>
            Deny a package that is not on file
          </Switch>
        ) : (
          <p>
            {unknown === 'deny' ? 'A package that is not on file is denied.' : 'A package that is not on file is allowed with a warning.'}
          </p>
        )}
        <Muted>
          {overview.mayConfigure
            ? 'When this is off, such a package is allowed with a warning. Turn it on when all of your stock is on file.'
            : 'The admin of your organization can change this.'}
        </Muted>
      </CardBody>
    </Card>
  )
}
