import { Box, Button, Group, TextInput } from '@mantine/core'
import { Link } from 'wouter'
import { DateField, stopAtUnread } from '../../../ui/field/date-field.tsx'
import { SuggestField } from '../../../ui/field/suggest-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { makerSuggestions, medSuggestions } from '../../drug-reference/drug-options.ts'
import { useDrugNames } from '../../drug-reference/use-drug-names.ts'
import { HoldButton } from '../../hold/hold-button.tsx'
import { reportHref } from '../../scan/report-link.ts'
import css from '../med.module.css'
import type { EntryState } from './use-entry.ts'
import type { EntryField } from './use-entry-draft.ts'

export function EntryForm({ entry }: { entry: EntryState }) {
  const { draft, write, fault } = entry
  const findError = (field: EntryField) => (fault?.field === field ? fault.sentence : undefined)
  const text = (name: EntryField, label: string) => (
    <TextInput
      label={label}
      name={name}
      styles={{ input: { fontFamily: 'var(--mono)' } }}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={draft[name]}
      onChange={(event) => write(name, event.currentTarget.value)}
      error={findError(name)}
      ref={name === 'serialNumber' ? entry.serial : undefined}
      onKeyDown={name === 'serialNumber' ? entry.onSerialKey : undefined}
      placeholder={name === 'serialNumber' ? 'Scan or type' : undefined}
      inputMode={name === 'gtin' ? ('numeric' as const) : undefined}
    />
  )
  return (
    <Card>
      <Box
        component="form"
        ref={entry.form}
        p="md"
        aria-label="New pedigree"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!stopAtUnread(event.currentTarget)) entry.submit()
        }}
      >
        <div className={css.entry}>
          {text('serialNumber', 'Serial #')}
          {text('gtin', 'GTIN')}
          {text('lotNumber', 'Lot #')}
          <DateField
            label="Expiration date"
            name="expirationDate"
            placeholder="MM/DD/YYYY"
            value={draft.expirationDate}
            onChange={(day) => write('expirationDate', day)}
            expiry
            description={draft.isMonth ? 'The last day of the month: the label has no day' : undefined}
            error={findError('expirationDate')}
          />
          <Names entry={entry} findError={findError} />
          <Button type="submit" variant="filled" loading={entry.isSaving}>
            Save
          </Button>
        </div>
        <Ndc ndc={entry.ndc} />
        <Fault entry={entry} />
      </Box>
    </Card>
  )
}

/** The Med Name and Manufacturer fields, which suggest entries of the drug reference by NDC, or by name if there is no NDC. */
function Names({
  entry: { draft, write, drugs, choose, ndc },
  findError,
}: {
  entry: EntryState
  findError: (field: EntryField) => string | undefined
}) {
  const byName = useDrugNames({ medName: draft.medName }, drugs.length === 0)
  const byMaker = useDrugNames({ manufacturerName: draft.manufacturerName }, drugs.length === 0 && draft.medName === '')
  const meds = drugs.length > 0 ? drugs : byName
  const makers = drugs.length > 0 ? drugs : byMaker.length > 0 ? byMaker : byName
  const chooseMed = (code: string) => {
    const drug = meds.find((one) => one.ndc === code)
    if (drug)
      choose({ medName: drug.medName, manufacturerName: drug.manufacturerName, chosenNdc: ndc.whole && !draft.chosenNdc ? '' : drug.ndc })
  }
  return (
    <>
      <SuggestField
        label="Med Name"
        name="medName"
        value={draft.medName}
        onChange={(value) => write('medName', value)}
        suggestions={medSuggestions(meds, draft.medName)}
        onChoose={chooseMed}
        error={findError('medName')}
      />
      <SuggestField
        label="Manufacturer"
        name="manufacturerName"
        value={draft.manufacturerName}
        onChange={(value) => write('manufacturerName', value)}
        suggestions={makerSuggestions(makers, draft.manufacturerName)}
        onChoose={(maker) => write('manufacturerName', maker)}
        error={findError('manufacturerName')}
      />
    </>
  )
}

function Ndc({ ndc: { ndc, whole, why, isLoading } }: { ndc: EntryState['ndc'] }) {
  return (
    <Group component="p" gap="4px 8px" mt="sm" c="var(--ink-2)" role="status">
      <b>NDC</b> {whole ? <Code groups={[ndc]} /> : ndc ? `${ndc} …` : why}
      {isLoading && (
        <Box component="span" c="var(--ink-3)">
          Looking it up
        </Box>
      )}
    </Group>
  )
}

/**
 * Shows an error that belongs to no field. If the package is on file with different data, shows a stop with a button to put it on hold and a link to
 * report it.
 */
function Fault({ entry }: { entry: EntryState }) {
  const { fault } = entry
  if (!fault?.sentence || (fault.field && fault.medId === undefined)) return null
  return (
    <Box mt="sm">
      <Note
        meaning={fault.medId === undefined ? 'attention' : 'stop'}
        title={fault.medId === undefined ? fault.sentence : 'Stop: this package is on file with different data.'}
        alert
        action={
          fault.medId !== undefined && (
            <>
              <HoldButton target={{ medId: fault.medId }} name={`Serial number ${entry.draft.serialNumber}`} />{' '}
              <Button component={Link} href={reportHref({ ...pickSaid(entry.draft), ndc: entry.ndc.whole ? entry.ndc.ndc : undefined })}>
                Report An Incident
              </Button>{' '}
              <Button component={Link} href={`/meddetail/${fault.medId}`}>
                Open the pedigree on file
              </Button>
            </>
          )
        }
      >
        {fault.medId === undefined ? undefined : fault.sentence}
      </Note>
    </Box>
  )
}

const pickSaid = ({ serialNumber, gtin, lotNumber, expirationDate }: EntryState['draft']) => ({
  serialNumber,
  gtin,
  lotNumber,
  expirationDate,
})
