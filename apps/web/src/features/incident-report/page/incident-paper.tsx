import { Box } from '@mantine/core'
import type { IncidentForm } from '@seriatim/schema'
import { formatLongDate } from '../../../ui/text/format.ts'
import { makeGridSpan } from '../form/machine/grid-span.ts'
import { MECHANISMS } from '../form/machine/incident-items.ts'
import css from '../incident.module.css'

const types = { INITIAL: 'Initial notification', FOLLOWUP: 'Follow-up notification', TERMINATE: 'Request for termination' } as const
const sentence = (option: string) => option.charAt(0) + option.slice(1).toLowerCase()
const day = (text: string) => text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (iso) => formatLongDate(iso))

type Cell = [n: number, label: string, value: string, width: 2 | 3 | 4 | 6]

/** Live view of the paper form with its item numbers. */
export function IncidentPaper({ form }: { form: IncidentForm }) {
  const mechanisms = MECHANISMS.filter(([field]) => form[field]).map(([field, label]) =>
    field === 'other' ? `Other: ${form.otherSpecify}` : label,
  )
  const town = [form.city, form.state, form.zip].filter(Boolean).join(' ')
  const blocks: [title: string, cells: Cell[]][] = [
    [
      'Report',
      [
        [1, 'Type of report', types[form.reportType], 3],
        [2, 'Incident number', form.incidentNumber, 3],
        [3, 'Notified', day(form.initialNotificationDate), 2],
        [4, 'Determined illegitimate', [day(form.productFoundDate), form.productFoundTime].filter(Boolean).join(' '), 2],
        [5, 'Classification', sentence(form.classification), 2],
      ],
    ],
    [
      'Product',
      [
        [6, 'Name of product', form.nameOfProduct, 3],
        [7, 'Primary ingredients', form.primaryIngredients, 3],
        [8, 'Use', sentence(form.use), 2],
        [9, 'Description', sentence(form.description), 4],
        [10, 'Strength', form.strength, 2],
        [11, 'Dosage form', sentence(form.dosageForm), 2],
        [12, 'Quantity', form.quantity, 2],
        [13, 'NDC', form.ndc, 2],
        [14, 'Serial number', form.serialNumber, 4],
        [15, 'Lot number', form.lotNumber, 3],
        [16, 'Expiration', day(form.expiration), 3],
      ],
    ],
    [
      'Event',
      [
        [17, 'Description of event', form.eventNotes, 6],
        [18, 'Why the notification is no longer necessary', form.terminationNotes, 6],
        [19, 'Also submitted as', mechanisms.join('; '), 6],
      ],
    ],
    [
      'Company',
      [
        [20, 'Company', [form.companyName, form.addressLineOne, form.addressLineTwo, town, form.country].filter(Boolean).join(', '), 6],
        [21, 'Category', sentence(form.companyCategory), 3],
        [22, 'Unique facility identifier', form.uniqueFacilityIdentifier, 3],
        [23, 'Contact', [form.contactName, form.contactPhone, form.contactEmail].filter(Boolean).join(', '), 6],
      ],
    ],
  ]
  return (
    <Box component="aside" pos="sticky" top="calc(var(--header) + var(--s-4))" aria-label="The form as it will be sent">
      <Box component="h2" mb="xs">
        The form as it will be sent
      </Box>
      <Box p={28} fz="xs" lh="var(--l-12)" bd="1px solid var(--hairline)" bg="var(--paper)" c="var(--paper-ink)">
        <Box component="h3" ta="center">
          Drug Notification
        </Box>
        <Box component="p" mb="md" ta="center">
          Form FDA 3911
        </Box>
        {blocks.map(([title, cells]) => (
          <div key={title}>
            <Box component="h4" m="16px 0 0" px={6} py={3} bg="var(--paper-ink)" c="var(--paper)">
              {title}
            </Box>
            <dl className={css.cells}>
              {cells.map(([n, label, value, width]) => (
                <div key={n} style={makeGridSpan(width)}>
                  <dt>
                    {n}. {label}
                  </dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </Box>
    </Box>
  )
}
