import { Checkbox, NativeSelect } from '@mantine/core'
import { SHIPMENT_PURPOSES, SHIPMENT_SENDERS, type ShipmentRule, shipmentSender } from '@seriatim/schema'
import { trpc } from '../../api/trpc.ts'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { Muted } from '../../ui/text/text.tsx'

/**
 * Rules for who may send packages and which shipments a second person must approve. Only the admin of the organization sees them; each change is
 * saved at once.
 */
export function RulesCard() {
  const { data } = trpc.shipment.readManyRules.useQuery()
  const save = trpc.shipment.updateOneRule.useMutation({ meta: { touches: ['shipment'], done: 'Setting saved.' } })
  if (!data?.mayConfigure) return null
  const change = (rule: ShipmentRule) => save.mutate(rule)
  return (
    <Section title="Who may send">
      <Card>
        <PlainTable label="Rules by purpose" head={['Purpose', 'Who may send', 'Approval']} stacks>
          {data.rules.map((saved) => {
            // While a choice is being saved, it is shown in place of the saved rule.
            const rule = save.isPending && save.variables.purpose === saved.purpose ? save.variables : saved
            const { name } = SHIPMENT_PURPOSES[rule.purpose]
            return (
              <tr key={rule.purpose}>
                <td>{name}</td>
                <td data-label="Who may send">
                  <NativeSelect
                    size="xs"
                    aria-label={`Who may send: ${name}`}
                    data={Object.entries(SHIPMENT_SENDERS).map(([value, label]) => ({ value, label }))}
                    value={rule.sender}
                    onChange={({ currentTarget: { value } }) => change({ ...rule, sender: shipmentSender.parse(value) })}
                  />
                </td>
                <td data-label="Approval">
                  <Checkbox
                    label="By a second person"
                    aria-label={`Approval by a second person: ${name}`}
                    checked={rule.needsApproval}
                    onChange={({ currentTarget: { checked } }) => change({ ...rule, needsApproval: checked })}
                  />
                </td>
              </tr>
            )
          })}
        </PlainTable>
        <CardBody>
          <Muted>
            Anyone at a location can prepare a shipment. If approval is required, a different location admin must approve it. Location
            admins can void a shipment that was sent.
          </Muted>
        </CardBody>
      </Card>
    </Section>
  )
}
