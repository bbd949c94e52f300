import { Box, Checkbox, Text, Textarea, TextInput } from '@mantine/core'
import { AutoGrid } from '../../../ui/layout/auto-grid.tsx'
import { Fields, fieldId, IncidentFormSection } from './form-section.tsx'
import { COMPANY, MECHANISMS, PRODUCT, REPORT, toggleItem } from './machine/incident-items.ts'
import type { IncidentFormState } from './machine/use-incident-form.ts'

interface FormSectionsProps {
  state: IncidentFormState
  /** The field that the server rejected, with its message. */
  problem: { field: string; sentence: string } | undefined
}

/** The five sections, in the order of the paper form. */
export function FormSections({ state, problem }: FormSectionsProps) {
  const { form, change } = state
  return (
    <>
      <IncidentFormSection n={1} id="incident-report" title="Report">
        <Fields section={REPORT} form={form} onChange={change} problem={problem} />
      </IncidentFormSection>
      <IncidentFormSection n={2} id="incident-product" title="Product">
        <Fields section={PRODUCT} form={form} onChange={change} problem={problem} />
      </IncidentFormSection>
      <IncidentFormSection n={3} id="incident-event" title="What happened">
        <Notes state={state} problem={problem} field="eventNotes" label="Event notes" minRows={4} />
        {form.reportType === 'TERMINATE' && (
          <Notes
            state={state}
            problem={problem}
            field="terminationNotes"
            label="Why the notification is no longer necessary"
            minRows={3}
            mt="md"
          />
        )}
        <Box component="p" mt="xs" c="var(--ink-2)">
          Leave out patient names and details: this report leaves the pharmacy, and the FDA does not ask for them.
        </Box>
      </IncidentFormSection>
      <IncidentFormSection n={4} id="incident-also" title="Also submitted as">
        <Mechanisms state={state} error={problem?.field === 'otherSpecify' ? problem.sentence : undefined} />
      </IncidentFormSection>
      <IncidentFormSection n={5} id="incident-company" title="Company">
        <Fields section={COMPANY} form={form} onChange={change} problem={problem} />
      </IncidentFormSection>
    </>
  )
}

interface NotesProps extends FormSectionsProps {
  field: 'eventNotes' | 'terminationNotes'
  label: string
  minRows: number
  mt?: string
}

function Notes({ state: { form, change }, problem, field, ...look }: NotesProps) {
  return (
    <Textarea
      {...look}
      id={fieldId(field)}
      autosize
      maxRows={16}
      maxLength={50_000}
      value={form[field]}
      error={problem?.field === field && problem.sentence}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  )
}

function Mechanisms({ state: { form, change }, error }: { state: IncidentFormState; error: string | undefined }) {
  return (
    <>
      <fieldset>
        <Text component="legend" size="xs" mb="xs" c="var(--ink-2)">
          Choosing “None” clears the others
        </Text>
        <AutoGrid least={150}>
          {MECHANISMS.map(([field, label]) => (
            <Checkbox
              key={field}
              label={label}
              checked={form[field]}
              onChange={(event) => change(toggleItem(form, field, event.currentTarget.checked))}
            />
          ))}
        </AutoGrid>
      </fieldset>
      <TextInput
        id={fieldId('otherSpecify')}
        label="Other, specify"
        mt="md"
        value={form.otherSpecify}
        disabled={!form.other}
        error={error}
        onChange={(event) => change({ otherSpecify: event.currentTarget.value })}
      />
    </>
  )
}
